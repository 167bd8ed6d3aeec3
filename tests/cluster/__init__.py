"""Several real nodes on one real PostgreSQL, behind a real HAProxy."""
