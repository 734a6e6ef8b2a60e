import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Translation memories, their segments, and the jobs that bring them in and out. */
export class CreateTranslationMemories1763700000013 implements MigrationInterface {
  name = 'CreateTranslationMemories1763700000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE translation_memories (
        id uuid PRIMARY KEY,
        owner text NOT NULL,
        name text NOT NULL,
        source_language text NOT NULL,
        target_languages text[] NOT NULL DEFAULT '{}',
        segment_count integer NOT NULL DEFAULT 0,
        revision bigint NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      )`);
    await runner.query(`
      CREATE INDEX translation_memories_by_owner
        ON translation_memories (owner, created_at, id)`);
    await createSegments(runner);
    await createJobs(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['memory_jobs', 'memory_segments', 'translation_memories']) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }
}

async function createJobs(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE memory_jobs (
      id uuid PRIMARY KEY,
      owner text NOT NULL,
      operation text NOT NULL,
      status text NOT NULL,
      memory_id uuid,
      memory_revision bigint,
      file_name text,
      display_name text,
      content_type text,
      content_length bigint,
      token text NOT NULL,
      error text,
      skipped_segments integer,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    )`);
  await runner.query('CREATE INDEX memory_jobs_by_memory ON memory_jobs (memory_id)');
  await runner.query('CREATE INDEX memory_jobs_by_expiry ON memory_jobs (expires_at)');
}

async function createSegments(runner: QueryRunner): Promise<void> {
  // Targets by language: {"es": {"id": ..., "text": ..., "createdAt": ..., "updatedAt": ...}}.
  await runner.query(`
      CREATE TABLE memory_segments (
        memory_id uuid NOT NULL REFERENCES translation_memories ON DELETE CASCADE,
        position bigint GENERATED ALWAYS AS IDENTITY,
        id uuid NOT NULL,
        source text NOT NULL,
      source_hash bytea NOT NULL,
        targets jsonb NOT NULL,
        revision bigint NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (memory_id, position)
      )`);
  // Source texts may be longer than what an index can hold.
  await runner.query(`
      CREATE UNIQUE INDEX memory_segments_by_source
        ON memory_segments (memory_id, source_hash)`);
  await runner.query(`
      CREATE INDEX memory_segments_by_revision ON memory_segments (memory_id, revision, position)`);
}
