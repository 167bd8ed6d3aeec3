-- Tables, their matches, and every move. The moves are the only arbiter of who came first.
CREATE TABLE elfer.about (
    version integer NOT NULL,  -- how many of these scripts were run
    secret bytea NOT NULL  -- what the nodes share
);

CREATE TABLE elfer.nodes (
    number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- a living one holds the advisory lock (1701602917, number)
    name text NOT NULL UNIQUE,
    address text NOT NULL,  -- where other nodes reach it, host:port
    seen timestamptz NOT NULL,  -- when it last gave a sign
    open bytea NOT NULL  -- its open tables
) WITH (fillfactor = 50);

-- A node lives while it gives signs and its session is there. Nobody is kept waiting by this.
CREATE FUNCTION elfer.lives(node integer) RETURNS boolean LANGUAGE sql VOLATILE AS $$
    SELECT EXISTS (
        SELECT FROM elfer.nodes WHERE number = node AND seen > clock_timestamp() - interval '5 s'
    ) AND NOT pg_try_advisory_xact_lock_shared(1701602917, node)
$$;

-- Seconds since 1970, by the one clock that counts.
CREATE FUNCTION elfer.today() RETURNS double precision LANGUAGE sql VOLATILE AS $$
    SELECT extract(epoch FROM clock_timestamp())::double precision
$$;

CREATE TABLE elfer.tables (
    id text COLLATE "C" PRIMARY KEY,
    document text NOT NULL,  -- elfer.server.tables.seating.Table as JSON
    phase text NOT NULL,
    touched bigint NOT NULL,  -- seconds since 1970
    owner integer,  -- the node that has it in memory
    epoch bigint NOT NULL  -- raised whenever a node takes it: who holds an older one can write nothing
) WITH (fillfactor = 70);

CREATE INDEX tables_touched ON elfer.tables (phase, touched);
CREATE INDEX tables_owner ON elfer.tables (owner) WHERE owner IS NOT NULL;

CREATE TABLE elfer.matches (
    table_id text COLLATE "C" NOT NULL REFERENCES elfer.tables (id) ON DELETE CASCADE,
    number integer NOT NULL,  -- 1 for the first match of the table
    first integer NOT NULL,  -- how many moves the table had seen before
    opening text NOT NULL,  -- the record of the match before its first move
    names text NOT NULL,  -- who sat where, as JSON
    watch boolean NOT NULL,  -- whether those without a seat may look at it, also later
    PRIMARY KEY (table_id, number)
);

CREATE TABLE elfer.moves (
    table_id text COLLATE "C" NOT NULL REFERENCES elfer.tables (id) ON DELETE CASCADE,
    seq integer NOT NULL,  -- counts the moves of all matches of the table, from 1
    seat integer NOT NULL,  -- -1 is the table itself
    move text NOT NULL,
    command text,  -- the id of a person's command; none for bots and clocks
    played bigint NOT NULL,  -- ms since 1970
    PRIMARY KEY (table_id, seq)
);

CREATE UNIQUE INDEX moves_command ON elfer.moves (table_id, seat, command) WHERE command IS NOT NULL;

-- Codes that bring a seat to another device, for a short time and once.
CREATE TABLE elfer.codes (
    code text COLLATE "C" PRIMARY KEY,  -- hashed
    table_id text NOT NULL,
    key text NOT NULL,  -- the hash of the key of whoever has the seat
    until timestamptz NOT NULL,
    UNIQUE (table_id, key)
);

CREATE INDEX codes_until ON elfer.codes (until);
