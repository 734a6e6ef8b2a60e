import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Secret addresses of calendars, and the reminders of one person. */
export class AddCalendarFeeds1763880000000 implements MigrationInterface {
  name = 'AddCalendarFeeds1763880000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE calendar_feed (
         "user" bytea PRIMARY KEY,
         academy_id text NOT NULL,
         digest text NOT NULL CONSTRAINT calendar_feed_digest UNIQUE,
         created_at timestamptz NOT NULL
       )`,
    );
    await runner.query('CREATE INDEX reminder_of_person ON reminder ("user", academy_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX reminder_of_person');
    await runner.query('DROP TABLE calendar_feed');
  }
}
