"""The schema of both databases, as steps: an older database is updated at start."""

MIGRATIONS = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        setup TEXT NOT NULL,
        seed TEXT NOT NULL,
        created DOUBLE PRECISION NOT NULL,
        version BIGINT NOT NULL,
        status TEXT NOT NULL,
        turn BIGINT,
        due DOUBLE PRECISION,
        updated DOUBLE PRECISION NOT NULL
    );
    CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
    CREATE INDEX tables_updated ON tables (updated);
    CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        seq BIGINT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (table_id, seq)
    );
    CREATE TABLE sittings (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        seat BIGINT NOT NULL,
        identity TEXT NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (table_id, seat)
    );
    CREATE INDEX sittings_identity ON sittings (identity);
    CREATE TABLE identities (
        id TEXT PRIMARY KEY,
        name TEXT,
        created DOUBLE PRECISION NOT NULL
    );
    CREATE TABLE settings (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    );
    CREATE TABLE nodes (
        id TEXT PRIMARY KEY,
        until DOUBLE PRECISION NOT NULL
    );
    """,
    # Checksums, which older rows do not have; and the fingerprints of deleted identities, whose tokens are refused.
    """
    ALTER TABLE tables ADD COLUMN checksum BIGINT;
    ALTER TABLE entries ADD COLUMN checksum BIGINT;
    CREATE TABLE revoked (
        fingerprint TEXT PRIMARY KEY
    );
    """,
)

CHECK_STATEMENT = (
    "INSERT INTO settings (name, value) VALUES ('checked', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
"""The small write that shows whether the database can be written to."""


def statements(script: str) -> list[str]:
    """The statements of a step."""
    return [statement.strip() for statement in script.split(";") if statement.strip()]


def too_new(version: int) -> str:
    """The message about a database that a newer program has written."""
    return (
        f"the database has schema version {version}, and this program knows {len(MIGRATIONS)}: "
        "a newer tessella wrote it; start that one"
    )
