-- Codes that bring a seat to another device, for a short time and once.
CREATE TABLE codes (
    code TEXT PRIMARY KEY,  -- hashed
    table_id TEXT NOT NULL,
    key TEXT NOT NULL,  -- the hash of the key of whoever has the seat
    until REAL NOT NULL,  -- seconds since 1970
    UNIQUE (table_id, key)
) WITHOUT ROWID;

CREATE INDEX codes_until ON codes (until);
