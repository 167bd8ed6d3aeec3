-- Tables, their matches, and every move. The moves are the only arbiter of who came first.
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    document TEXT NOT NULL,  -- elfer.server.tables.seating.Table as JSON
    phase TEXT NOT NULL,
    touched INTEGER NOT NULL  -- seconds since 1970
) WITHOUT ROWID;

CREATE INDEX tables_touched ON tables (phase, touched);

CREATE TABLE matches (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,  -- 1 for the first match of the table
    first INTEGER NOT NULL,  -- how many moves the table had seen before
    opening TEXT NOT NULL,  -- the record of the match before its first move
    names TEXT NOT NULL,  -- who sat where, as JSON
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;

CREATE TABLE moves (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,  -- counts the moves of all matches of the table, from 1
    seat INTEGER NOT NULL,  -- -1 is the table itself
    move TEXT NOT NULL,
    command TEXT,  -- the id of a person's command; none for bots and clocks
    played INTEGER NOT NULL,  -- ms since 1970
    PRIMARY KEY (table_id, seq),
    UNIQUE (table_id, seat, command)
) WITHOUT ROWID;
