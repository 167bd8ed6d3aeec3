"""The server on the network: pages, sockets, limits, metrics."""
