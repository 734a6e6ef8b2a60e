import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of the spool, as those of the file are. */
class CreateSpool1763700000010 implements MigrationInterface {
  readonly name = 'CreateSpool1763700000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE spool_events (
      seq bigserial PRIMARY KEY,
      body text NOT NULL,
      routed boolean NOT NULL DEFAULT false,
      pending integer NOT NULL DEFAULT 0
    )`);
    await runner.query('CREATE INDEX ON spool_events (seq) WHERE NOT routed');
    await runner.query(`CREATE TABLE spool_deliveries (
      id bigserial PRIMARY KEY,
      seq bigint NOT NULL,
      sink text NOT NULL,
      target text NOT NULL,
      key text NOT NULL,
      not_before bigint NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      error text
    )`);
    await runner.query('CREATE INDEX ON spool_deliveries (sink, target, id)');
    await runner.query(`CREATE TABLE spool_dead_letters (
      id bigserial PRIMARY KEY,
      body text NOT NULL,
      sink text NOT NULL,
      target text NOT NULL,
      reason text NOT NULL,
      attempts integer NOT NULL,
      at_ms bigint NOT NULL
    )`);
    await runner.query(`CREATE TABLE spool_replies (
      sink text NOT NULL,
      target text NOT NULL,
      key text NOT NULL,
      reply text NOT NULL,
      at_ms bigint NOT NULL,
      PRIMARY KEY (sink, target, key)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['events', 'deliveries', 'dead_letters', 'replies']) {
      await runner.query(`DROP TABLE spool_${table}`);
    }
  }
}

/**
 * Indexes over digests: a value of 2.7 kB is too long for a B-tree, and targets and keys come out of
 * events. Replies of before are forgotten: a resolved alert of theirs is a message of its own.
 */
class HashSpoolKeys1763700000020 implements MigrationInterface {
  readonly name = 'HashSpoolKeys1763700000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX spool_deliveries_sink_target_id_idx');
    await runner.query(
      'CREATE INDEX spool_deliveries_lane ON spool_deliveries (sink, hashtextextended(target, 0), id)',
    );
    await runner.query('DROP TABLE spool_replies');
    await runner.query(`CREATE TABLE spool_replies (
      hash text PRIMARY KEY,
      sink text NOT NULL,
      reply text NOT NULL,
      at_ms bigint NOT NULL
    )`);
    await runner.query('CREATE INDEX ON spool_replies (at_ms)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX spool_deliveries_lane');
    await runner.query('CREATE INDEX ON spool_deliveries (sink, target, id)');
    await runner.query('DROP TABLE spool_replies');
    await runner.query(`CREATE TABLE spool_replies (
      sink text NOT NULL,
      target text NOT NULL,
      key text NOT NULL,
      reply text NOT NULL,
      at_ms bigint NOT NULL,
      PRIMARY KEY (sink, target, key)
    )`);
  }
}

/** What is due is looked for by its sink, every second. */
class IndexSpoolReplies1763700000030 implements MigrationInterface {
  readonly name = 'IndexSpoolReplies1763700000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX spool_replies_sink ON spool_replies (sink)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX spool_replies_sink');
  }
}

/**
 * When a reply is due has a column of its own: json refuses texts of senders that hold NUL or half of a surrogate
 * pair, and would be read of all replies every second. Replies from before have it once, by its name.
 */
class DueSpoolReplies1763700000040 implements MigrationInterface {
  readonly name = 'DueSpoolReplies1763700000040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE spool_replies ADD COLUMN due_ms bigint');
    await runner.query(
      `UPDATE spool_replies SET due_ms = substring(reply from '"dueMs":([0-9]{1,15})')::bigint
       WHERE sink = 'escalations'`,
    );
    await runner.query(
      `UPDATE spool_replies SET due_ms = 0 WHERE sink = 'actions' AND reply LIKE '%"dueMs":0}'`,
    );
    await runner.query(
      'CREATE INDEX spool_replies_due ON spool_replies (sink, due_ms) WHERE due_ms IS NOT NULL',
    );
    await runner.query('DROP INDEX spool_replies_sink');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX spool_replies_sink ON spool_replies (sink)');
    await runner.query('ALTER TABLE spool_replies DROP COLUMN due_ms');
  }
}

/**
 * The version before gives no time of its own to the column, in a rolling update after the table has it: what it was
 * answered for would never be due. It is read of the text then, where it stands before all that comes of senders.
 */
class FillSpoolReplies1763700000050 implements MigrationInterface {
  readonly name = 'FillSpoolReplies1763700000050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE FUNCTION spool_reply_due_ms(sink text, reply text) RETURNS bigint
      LANGUAGE sql IMMUTABLE AS $$
        SELECT CASE
          WHEN sink = 'escalations' THEN substring(reply from ${ESCALATION_DUE})::bigint
          WHEN sink = 'actions' AND reply LIKE '%"dueMs":0}' THEN 0
        END $$`);
    await runner.query(`CREATE FUNCTION fill_spool_reply() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.due_ms := spool_reply_due_ms(NEW.sink, NEW.reply);
        RETURN NEW;
      END $$`);
    await runner.query(`CREATE TRIGGER spool_reply_made BEFORE INSERT ON spool_replies
      FOR EACH ROW WHEN (NEW.due_ms IS NULL) EXECUTE FUNCTION fill_spool_reply()`);
    // This version changes both.
    await runner.query(`CREATE TRIGGER spool_reply_changed BEFORE UPDATE ON spool_replies
      FOR EACH ROW WHEN (NEW.sink = 'escalations' AND NEW.due_ms IS NOT DISTINCT FROM OLD.due_ms)
      EXECUTE FUNCTION fill_spool_reply()`);
    await runner.query(
      `UPDATE spool_replies SET due_ms = spool_reply_due_ms(sink, reply) WHERE due_ms IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION fill_spool_reply() CASCADE');
    await runner.query('DROP FUNCTION spool_reply_due_ms(text, text)');
  }
}

/** Only texts, numbers and null are before it: of what senders send it is none. */
const ESCALATION_DUE = `'^\\{(?:"[A-Za-z]+":(?:"(?:[^"\\\\]|\\\\.)*"|[0-9]+|null),)*"dueMs":([0-9]{1,15})[,}]'`;

/** In the order in which they run. */
export const SPOOL_MIGRATIONS = [
  CreateSpool1763700000010,
  HashSpoolKeys1763700000020,
  IndexSpoolReplies1763700000030,
  DueSpoolReplies1763700000040,
  FillSpoolReplies1763700000050,
];
