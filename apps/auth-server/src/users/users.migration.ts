import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What ends the sign-ins of a user that are under way. */
export class AddUserGeneration1763760000000 implements MigrationInterface {
  name = 'AddUserGeneration1763760000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth_user ADD COLUMN generation integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth_user DROP COLUMN generation');
  }
}

/** The standard claims of a user, and when what relying parties see was changed. */
export class AddUserClaims1763770000000 implements MigrationInterface {
  name = 'AddUserClaims1763770000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE auth_user ADD COLUMN claims jsonb NOT NULL DEFAULT '{}',
         ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth_user DROP COLUMN claims, DROP COLUMN updated_at');
  }
}

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

/** Which passwords have a hash of another system: as long as there are some, refusals cost as much as checking one. */
export class AddForeignHashes1763980000000 implements MigrationInterface {
  name = 'AddForeignHashes1763980000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE auth_user ADD COLUMN has_foreign_hash boolean NOT NULL DEFAULT false',
    );
    await runner.query(
      `UPDATE auth_user SET has_foreign_hash = true
       WHERE password_hash <> '' AND NOT starts_with(password_hash, '$argon2id$v=19$m=19456,t=2,p=1$')`,
    );
    await runner.query(
      'CREATE INDEX auth_user_foreign_hashes ON auth_user (id) WHERE has_foreign_hash',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX auth_user_foreign_hashes');
    await runner.query('ALTER TABLE auth_user DROP COLUMN has_foreign_hash');
  }
}
