"""Tables kept in PostgreSQL, for any number of nodes on any number of machines."""
