"""Small programs that make files of this repository, or look at it."""
