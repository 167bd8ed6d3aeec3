"""A server under the load of an evening with many guests, and whether it lets go of all they used."""
