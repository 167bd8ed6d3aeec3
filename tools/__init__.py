"""Programs that generate or check files of this repository."""
