import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents on their way; what is in them lies elsewhere, sealed. */
export class CreateDocuments1763700000014 implements MigrationInterface {
  name = 'CreateDocuments1763700000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE documents (
        id text PRIMARY KEY,
        owner text NOT NULL,
        key_id text NOT NULL,
        plan text NOT NULL,
        custom_tag text NOT NULL,
        key_digest bytea NOT NULL,
        target_lang text NOT NULL,
        format text NOT NULL,
        bytes bigint NOT NULL,
        status text NOT NULL DEFAULT 'queued',
        characters bigint NOT NULL,
        units integer NOT NULL,
        units_done integer NOT NULL DEFAULT 0,
        parts integer NOT NULL DEFAULT 0,
        error text,
        worker text,
        held_until timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        started_at timestamptz,
        updated_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX documents_by_owner ON documents (owner, created_at DESC, id)');
    await runner.query('CREATE INDEX documents_by_expiry ON documents (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE documents');
  }
}
