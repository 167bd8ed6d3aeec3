"""The bots of a server: requests for their moves, and the pool of processes that answers them."""
