/** What the thread with the SQLite file creates; it gets this as data, for it imports nothing. */
export interface SpoolSchema {
  readonly tables: string;
  /** For files that are older than `due_ms`. */
  readonly due: string;
  readonly dueIndex: string;
  readonly counters: string;
}

const TABLES = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA journal_size_limit = 67108864;
  CREATE TABLE IF NOT EXISTS events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    body TEXT NOT NULL,
    routed INTEGER NOT NULL DEFAULT 0,
    pending INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX IF NOT EXISTS events_unrouted ON events (seq) WHERE routed = 0;
  CREATE TABLE IF NOT EXISTS deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    seq INTEGER NOT NULL,
    sink TEXT NOT NULL,
    target TEXT NOT NULL,
    key TEXT NOT NULL,
    not_before INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    error TEXT
  );
  CREATE INDEX IF NOT EXISTS deliveries_lane ON deliveries (sink, target, id);
  CREATE TABLE IF NOT EXISTS dead_letters (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    body TEXT NOT NULL,
    sink TEXT NOT NULL,
    target TEXT NOT NULL,
    reason TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    at_ms INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS replies (
    sink TEXT NOT NULL,
    target TEXT NOT NULL,
    key TEXT NOT NULL,
    reply TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    due_ms INTEGER,
    PRIMARY KEY (sink, target, key)
  ) WITHOUT ROWID;
`;

/** Files of earlier versions have when a reply is due in its JSON alone. */
const DUE = `
  BEGIN IMMEDIATE;
  ALTER TABLE replies ADD COLUMN due_ms INTEGER;
  UPDATE replies SET due_ms = json_extract(reply, '$.dueMs')
    WHERE json_valid(reply) AND json_type(reply, '$.dueMs') = 'integer';
  COMMIT;
`;
const DUE_INDEX = `
  CREATE INDEX IF NOT EXISTS replies_due ON replies (sink, due_ms) WHERE due_ms IS NOT NULL;
`;

/**
 * How much waits, kept in memory by triggers: counting half a million rows would take the time in which events are
 * stored. What is rolled back is not counted.
 */
const COUNTERS = `
  PRAGMA temp_store = MEMORY;
  CREATE TEMP TABLE letters (n INTEGER);
  CREATE TEMP TABLE workers (
    sink TEXT, target TEXT, waiting INTEGER, PRIMARY KEY (sink, target)
  ) WITHOUT ROWID;
  INSERT INTO letters SELECT count(*) FROM dead_letters;
  INSERT INTO workers SELECT sink, target, count(*) FROM deliveries GROUP BY sink, target;
  CREATE TEMP TRIGGER letter_in AFTER INSERT ON main.dead_letters
    BEGIN UPDATE letters SET n = n + 1; END;
  CREATE TEMP TRIGGER letter_out AFTER DELETE ON main.dead_letters
    BEGIN UPDATE letters SET n = n - 1; END;
  CREATE TEMP TRIGGER delivery_in AFTER INSERT ON main.deliveries BEGIN
    INSERT INTO workers VALUES (new.sink, new.target, 1)
      ON CONFLICT (sink, target) DO UPDATE SET waiting = waiting + 1;
  END;
  CREATE TEMP TRIGGER delivery_out AFTER DELETE ON main.deliveries BEGIN
    UPDATE workers SET waiting = waiting - 1 WHERE sink = old.sink AND target = old.target;
  END;
`;

export const SPOOL_SCHEMA: SpoolSchema = {
  tables: TABLES,
  due: DUE,
  dueIndex: DUE_INDEX,
  counters: COUNTERS,
};
