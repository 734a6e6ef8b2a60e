import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who is who at other providers. */
export class AddUpstreams1763870000000 implements MigrationInterface {
  name = 'AddUpstreams1763870000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE upstream_token, upstream_session, upstream_link');
  }
}

const STATEMENTS = [
  `CREATE TABLE upstream_link (
     upstream text NOT NULL,
     subject text NOT NULL,
     user_id uuid NOT NULL REFERENCES auth_user ON DELETE CASCADE,
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (upstream, subject)
   )`,
  'CREATE INDEX upstream_link_by_user ON upstream_link (user_id)',
  `CREATE TABLE upstream_session (
     upstream text NOT NULL,
     sid text NOT NULL,
     user_id uuid NOT NULL REFERENCES auth_user ON DELETE CASCADE,
     at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (upstream, sid)
   )`,
  'CREATE INDEX upstream_session_by_age ON upstream_session (at)',
  // Logout tokens that were used: each counts once.
  `CREATE TABLE upstream_token (
     digest bytea PRIMARY KEY,
     at timestamptz NOT NULL DEFAULT now()
   )`,
  'CREATE INDEX upstream_token_by_age ON upstream_token (at)',
];

/** Providers that are declared, and not in a file of the service. */
export class AddUpstreamProviders1764000000000 implements MigrationInterface {
  name = 'AddUpstreamProviders1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE upstream_provider (
         id text PRIMARY KEY,
         entry jsonb NOT NULL,
         sealed_secret bytea,
         created_at timestamptz NOT NULL DEFAULT now()
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE upstream_provider');
  }
}

/** Whose subjects are linked: another issuer under the same id names other people. */
export class AddUpstreamIssuers1764040000000 implements MigrationInterface {
  name = 'AddUpstreamIssuers1764040000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE upstream_link ADD COLUMN issuer text NOT NULL DEFAULT '',
         DROP CONSTRAINT upstream_link_pkey, ADD PRIMARY KEY (upstream, issuer, subject)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE upstream_link DROP COLUMN issuer CASCADE, ADD PRIMARY KEY (upstream, subject)`,
    );
  }
}
