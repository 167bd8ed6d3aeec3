"""`python -m elfer`: the command line."""

from elfer.cli import main

main()
