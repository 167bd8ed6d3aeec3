"""Several nodes on one database: leases, finding a table's owner, forwarding pages to it.

`membership` and `forwarding` need an event loop alone; `client` and `server` need the network.
"""
