"""A server without a network: tables for the pages of one browser, in a worker beside them."""
