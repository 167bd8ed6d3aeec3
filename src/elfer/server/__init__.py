"""The server: tables for people and bots, over one kind of socket; docs/protocol.md has its messages."""
