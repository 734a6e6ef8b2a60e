import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Classes with their people, and messages to them. */
export class AddAudiences1763860000000 implements MigrationInterface {
  name = 'AddAudiences1763860000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE class_member, school_class, audience_job');
    await runner.query('DROP INDEX person_academy');
  }
}

const UP = [
  `CREATE TABLE school_class (
     academy_id text NOT NULL,
     class_id text NOT NULL,
     year text,
     version bigint NOT NULL,
     PRIMARY KEY (academy_id, class_id)
   )`,
  'CREATE INDEX school_class_year ON school_class (academy_id, year)',
  `CREATE TABLE class_member (
     academy_id text NOT NULL,
     class_id text NOT NULL,
     "user" bytea NOT NULL,
     user_id text NOT NULL,
     user_name text NOT NULL,
     is_teacher boolean NOT NULL,
     PRIMARY KEY (academy_id, class_id, "user"),
     FOREIGN KEY (academy_id, class_id) REFERENCES school_class ON DELETE CASCADE
   )`,
  'CREATE INDEX class_member_user ON class_member ("user")',
  'CREATE INDEX person_academy ON person (academy_id, "user")',
  `CREATE TABLE audience_job (
     id uuid PRIMARY KEY,
     key text NOT NULL CONSTRAINT audience_job_key UNIQUE,
     "user" bytea NOT NULL,
     academy_id text NOT NULL,
     sender json NOT NULL,
     message json NOT NULL,
     send_at timestamptz NOT NULL,
     state text NOT NULL CHECK (state IN ('scheduled', 'running', 'done', 'cancelled')),
     parts integer NOT NULL,
     creations text[] NOT NULL,
     recipients integer NOT NULL,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     lease_until timestamptz NOT NULL
   )`,
  `CREATE INDEX audience_job_due ON audience_job (lease_until)
   WHERE state IN ('scheduled', 'running')`,
  'CREATE INDEX audience_job_sender ON audience_job ("user", academy_id, created_at DESC)',
  `CREATE INDEX audience_job_ended ON audience_job (updated_at)
   WHERE state IN ('done', 'cancelled')`,
];
