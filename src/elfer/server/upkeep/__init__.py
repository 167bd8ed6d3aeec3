"""Operating a server: doctor, backup, migration between stores, deletion of old tables."""
