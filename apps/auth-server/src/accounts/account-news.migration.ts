import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whose account has changed since notifications was told: an outbox of its own, which holds no personal data, one
 * row for each person, whatever changes the account.
 */
export class AddAccountNews1763890000000 implements MigrationInterface {
  name = 'AddAccountNews1763890000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER account_news_of_user ON auth_user');
    await runner.query('DROP FUNCTION note_account_news');
    await runner.query('DROP TABLE account_news');
  }
}

const UP = [
  `CREATE TABLE account_news (
     object_id text PRIMARY KEY,
     sequence bigint GENERATED ALWAYS AS IDENTITY,
     changed_at timestamptz NOT NULL,
     next_at timestamptz NOT NULL
   )`,
  'CREATE INDEX account_news_due ON account_news (next_at, sequence)',
  // In the transaction of the change: both or neither.
  `CREATE FUNCTION note_account_news() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO account_news (object_id, changed_at, next_at)
     VALUES (COALESCE(NEW.object_id, OLD.object_id), clock_timestamp(), clock_timestamp())
     ON CONFLICT (object_id) DO UPDATE
       SET sequence = DEFAULT, changed_at = excluded.changed_at, next_at = excluded.next_at;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER account_news_of_user
     AFTER INSERT OR DELETE OR
       UPDATE OF username, email, name, academy_id, is_active, is_verified, claims ON auth_user
     FOR EACH ROW EXECUTE FUNCTION note_account_news()`,
  `INSERT INTO account_news (object_id, changed_at, next_at)
   SELECT object_id, now(), now() FROM auth_user`,
];
