import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links that were mailed, what was asked for without signing in, and browsers that people have used. */
export class AddAccountFlows1763790000000 implements MigrationInterface {
  name = 'AddAccountFlows1763790000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE account_link, account_request, known_device');
  }
}

const STATEMENTS = [
  // Of the token only the digest: a copy of the table opens nothing.
  `CREATE TABLE account_link (
     digest bytea PRIMARY KEY,
     kind text NOT NULL,
     user_id uuid REFERENCES auth_user ON DELETE CASCADE,
     address text NOT NULL,
     invited_as jsonb NOT NULL,
     expires_at timestamptz NOT NULL
   )`,
  'CREATE INDEX account_link_by_user ON account_link (user_id) WHERE user_id IS NOT NULL',
  'CREATE INDEX account_link_by_expiry ON account_link (expires_at)',
  `CREATE TABLE account_request (
     id uuid PRIMARY KEY,
     sealed bytea NOT NULL,
     next_at timestamptz NOT NULL
   )`,
  'CREATE INDEX account_request_due ON account_request (next_at)',
  `CREATE TABLE known_device (
     digest bytea NOT NULL,
     user_id uuid NOT NULL REFERENCES auth_user ON DELETE CASCADE,
     browser text NOT NULL,
     first_at timestamptz NOT NULL,
     last_at timestamptz NOT NULL,
     PRIMARY KEY (digest, user_id)
   )`,
  'CREATE INDEX known_device_by_user ON known_device (user_id)',
  'CREATE INDEX known_device_by_age ON known_device (last_at)',
];

/** Users are found by what their names and addresses begin with. */
export class AddUserSearch1763800000000 implements MigrationInterface {
  name = 'AddUserSearch1763800000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, column] of SEARCHED) {
      await runner.query(
        `CREATE INDEX auth_user_search_${name} ON auth_user (${column} text_pattern_ops)`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of SEARCHED) await runner.query(`DROP INDEX auth_user_search_${name}`);
  }
}

const SEARCHED = [
  ['username', 'username_key'],
  ['email', 'email_key'],
  ['name', 'lower(name)'],
] as const;

/** Lists of those who are locked, and of administrators, among any number of users. */
export class AddUserFilters1763960000000 implements MigrationInterface {
  name = 'AddUserFilters1763960000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX auth_user_by_state ON auth_user (is_active, created_at, id)');
    await runner.query(
      'CREATE INDEX auth_user_admins ON auth_user (created_at, id) WHERE is_admin',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX auth_user_admins');
    await runner.query('DROP INDEX auth_user_by_state');
  }
}

/** What people sign in with beside a password. */
export class AddFactors1763810000000 implements MigrationInterface {
  name = 'AddFactors1763810000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth_factor (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES auth_user ON DELETE CASCADE,
        kind text NOT NULL,
        name text NOT NULL,
        sealed_secret bytea,
        last_step bigint NOT NULL DEFAULT 0,
        credential_id text UNIQUE,
        credential jsonb,
        created_at timestamptz NOT NULL,
        last_used_at timestamptz
      )`);
    await runner.query('CREATE INDEX auth_factor_by_user ON auth_factor (user_id)');
    await runner.query(`
      CREATE TABLE recovery_code (
        user_id uuid NOT NULL REFERENCES auth_user ON DELETE CASCADE,
        digest bytea NOT NULL,
        PRIMARY KEY (user_id, digest)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth_factor, recovery_code');
  }
}

/** Who may have a scope. */
export class AddScopeRoles1763820000000 implements MigrationInterface {
  name = 'AddScopeRoles1763820000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE oauth_scope ADD COLUMN roles text[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE oauth_scope DROP COLUMN roles');
  }
}

/** Accounts that their owners want to be deleted. */
export class AddAccountDeletion1763830000000 implements MigrationInterface {
  name = 'AddAccountDeletion1763830000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account_deletion (
        user_id uuid PRIMARY KEY REFERENCES auth_user ON DELETE CASCADE,
        due_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX account_deletion_due ON account_deletion (due_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE account_deletion');
  }
}
