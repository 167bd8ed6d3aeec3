"""SQL statements. Those for a group of writes take one array per column, ids and epochs first.

Statements that change a table lock its row, provided that it still has the epoch of the writer: a node that
takes the table waits for them, and nothing older is written afterwards. Rows they do not return were refused.
"""

from __future__ import annotations

from elfer.server.nodes.membership import LEASE_SECONDS

LOCKS = 1701602917
"""The class of our advisory locks, "elfe"; other programs may use the same database."""


def lives(node: str) -> str:
    """The condition that a node has renewed its lease and still has its session.

    The function `elfer.lives` of the first migration is left to nodes of earlier versions.
    """
    return f"""(
        EXISTS (
            SELECT FROM elfer.nodes s WHERE s.number = {node}
                AND s.seen > clock_timestamp() - interval '{LEASE_SECONDS} s'
        ) AND NOT pg_try_advisory_xact_lock_shared({LOCKS}, {node})
    )"""


FENCE = "JOIN elfer.tables t ON t.id = w.id AND t.epoch = w.epoch ORDER BY w.id FOR NO KEY UPDATE OF t"
"""Locks in the order of the ids, so that no two nodes deadlock."""
CREATE = """
    INSERT INTO elfer.tables (id, document, phase, touched, owner, epoch)
    SELECT id, document, phase, elfer.today(), owner, epoch + 1
    FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::integer[])
        AS w (id, epoch, document, phase, owner)
    ON CONFLICT DO NOTHING RETURNING id
"""
APPEND = f"""
    WITH own AS MATERIALIZED (
        SELECT w.* FROM unnest($1::text[], $2::bigint[], $3::integer[], $4::integer[], $5::text[], $6::text[])
            AS w (id, epoch, seq, seat, move, command) {FENCE}
    )
    INSERT INTO elfer.moves (table_id, seq, seat, move, command, played)
    SELECT id, seq, seat, move, command, elfer.today() * 1000 FROM own
    ON CONFLICT DO NOTHING RETURNING table_id
"""
CHANGE = f"""
    WITH own AS MATERIALIZED (
        SELECT w.* FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::integer[], $6::integer[],
            $7::text[], $8::text[], $9::integer[], $10::integer[], $11::text[], $12::text[], $13::boolean[])
            AS w (id, epoch, document, phase, seq, seat, move, command, number, first, opening, names, watch)
            {FENCE}
    ), moved AS (
        INSERT INTO elfer.moves (table_id, seq, seat, move, command, played)
        SELECT id, seq, seat, move, command, elfer.today() * 1000 FROM own WHERE seq IS NOT NULL
        ON CONFLICT DO NOTHING RETURNING table_id
    ), opened AS (
        INSERT INTO elfer.matches (table_id, number, first, opening, names, watch)
        SELECT id, number, first, opening, names, watch FROM own WHERE number IS NOT NULL
        ON CONFLICT DO NOTHING RETURNING table_id
    ), done AS (
        SELECT id, document, phase FROM own
        WHERE (seq IS NULL OR id IN (SELECT table_id FROM moved))
            AND (number IS NULL OR id IN (SELECT table_id FROM opened))
    )
    UPDATE elfer.tables t
    SET document = d.document, phase = d.phase, touched = greatest(touched, elfer.today()) FROM done d
    WHERE t.id = d.id RETURNING t.id
"""
"""Save a table, with the move or the opening that changed it."""
CUT = f"""
    WITH own AS MATERIALIZED (
        SELECT w.* FROM unnest($1::text[], $2::bigint[], $3::integer[], $4::text[], $5::text[])
            AS w (id, epoch, last, document, phase) {FENCE}
    ), gone AS (
        DELETE FROM elfer.moves m USING own WHERE m.table_id = own.id AND m.seq > own.last
    )
    UPDATE elfer.tables t
    SET document = own.document, phase = own.phase, touched = greatest(touched, elfer.today()) FROM own
    WHERE t.id = own.id RETURNING t.id
"""
RELEASE = """
    WITH wanted AS (SELECT * FROM unnest($1::text[], $2::bigint[]) AS w (id, epoch)), freed AS (
        UPDATE elfer.tables t SET owner = NULL, touched = greatest(touched, elfer.today()) FROM wanted w
        WHERE t.id = w.id AND t.epoch = w.epoch
    )
    SELECT id FROM wanted
"""
EPOCHS = "SELECT id, epoch FROM elfer.tables WHERE id = ANY($1::text[])"

# Owners and leases

CLAIM = f"""
    WITH found AS MATERIALIZED (
        SELECT id, owner, owner IS NULL OR owner = $2 OR pg_try_advisory_xact_lock_shared({LOCKS}, owner)
            OR NOT EXISTS (
                SELECT FROM elfer.nodes n WHERE n.number = owner
                    AND (n.number, n.seen) NOT IN (SELECT * FROM unnest($3::integer[], $4::timestamptz[]))
            ) AS free
        FROM elfer.tables WHERE id = $1
    ), taken AS (
        UPDATE elfer.tables t SET owner = $2, epoch = epoch + 1 FROM found f
        WHERE t.id = f.id AND f.free AND t.owner IS NOT DISTINCT FROM f.owner RETURNING t.epoch
    )
    SELECT owner, free, (SELECT address FROM elfer.nodes WHERE number = owner), (SELECT epoch FROM taken)
    FROM found
"""
"""Take a table that is free: its owner has lost its session, or is silent and has not renewed since."""
HOLDER = f"""
    SELECT epoch, owner IS NOT NULL AND {lives("owner")} AND owner IS DISTINCT FROM $2,
        (SELECT address FROM elfer.nodes WHERE number = owner)
    FROM elfer.tables WHERE id = $1 FOR UPDATE
"""
JOIN = """
    INSERT INTO elfer.nodes (name, address, seen, open) VALUES ($1, $2, clock_timestamp(), $3)
    RETURNING number, pg_backend_pid()
"""
LOCK = f"SELECT pg_try_advisory_lock({LOCKS}, $1)"
RENEW = """
    UPDATE elfer.nodes SET seen = clock_timestamp() WHERE number = $1 RETURNING pg_backend_pid()
"""
SIGNS = "SELECT number, seen FROM elfer.nodes"
FORGET = f"""
    DELETE FROM elfer.nodes
    WHERE seen < clock_timestamp() - interval '1 min' AND pg_try_advisory_xact_lock_shared({LOCKS}, number)
"""
"""Only nodes without a session, so that a step of the clock forgets no living one."""
LEAVE = """
    WITH freed AS (
        UPDATE elfer.tables SET owner = NULL, touched = greatest(touched, elfer.today()) WHERE owner = $1
    )
    DELETE FROM elfer.nodes WHERE number = $1
"""
PUBLISH = "UPDATE elfer.nodes SET open = $2 WHERE number = $1"
PUBLISHED = f"SELECT open FROM elfer.nodes n WHERE open <> '' AND {lives('n.number')} ORDER BY number"
OTHERS = f"SELECT count(*) FROM elfer.nodes n WHERE number <> $1 AND {lives('n.number')}"

# Reading

FIND = "SELECT document, epoch, touched FROM elfer.tables WHERE id = $1"
IDS = "SELECT id FROM elfer.tables ORDER BY id"
NEWEST = "SELECT max(touched) FROM elfer.tables"
MATCH = "SELECT number, first, opening, names, watch FROM elfer.matches WHERE table_id = $1 AND number = $2"
MATCHES = "SELECT number, first, opening, names, watch FROM elfer.matches WHERE table_id = $1 ORDER BY number"
MOVES = """
    SELECT seq, seat, move, command FROM elfer.moves WHERE table_id = $1 AND seq > $2 AND seq <= coalesce(
        (SELECT first FROM elfer.matches WHERE table_id = $1 AND number = $3), 2147483647) ORDER BY seq
"""
TIMES = "SELECT seq, seat, move, command, played FROM elfer.moves WHERE table_id = $1 ORDER BY seq"

# Whole tables, old tables, device codes

DELETE = "DELETE FROM elfer.tables WHERE id = $1"
PUT = "INSERT INTO elfer.tables (id, document, phase, touched, epoch) VALUES ($1, $2, $3, $4, $5)"
OPEN = """
    INSERT INTO elfer.matches (table_id, number, first, opening, names, watch) VALUES ($1, $2, $3, $4, $5, $6)
"""
OLD = f"""
    SELECT id FROM elfer.tables
    WHERE ((phase = 'over' AND touched < $1) OR (phase <> 'over' AND touched < $2))
        AND (owner IS NULL OR owner = $3 OR NOT {lives("owner")}) ORDER BY touched LIMIT $4
"""
SWEEP = f"""
    DELETE FROM elfer.tables
    WHERE id = $1 AND (owner IS NULL OR owner = $2 OR NOT {lives("owner")}) RETURNING id
"""
TODAY = "SELECT elfer.today()"
END_CODES = """
    DELETE FROM elfer.codes
    WHERE until <= clock_timestamp() OR code = $1 OR (table_id = $2 AND key = $3) OR code IN (
        SELECT code FROM elfer.codes ORDER BY until DESC OFFSET $4
    )
"""
KEEP_CODE = """
    INSERT INTO elfer.codes (code, table_id, key, until)
    VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
"""
FIND_CODE = "SELECT table_id, key FROM elfer.codes WHERE code = $1 AND until > clock_timestamp()"
END_CODE = "DELETE FROM elfer.codes WHERE table_id = $1 AND key = $2"
