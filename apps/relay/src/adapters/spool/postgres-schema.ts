import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of the spool, as those of the file are. */
export class CreateSpool1763700000010 implements MigrationInterface {
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
