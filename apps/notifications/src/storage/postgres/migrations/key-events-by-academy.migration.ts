import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Two academies may give the same id to their events. */
export class KeyEventsByAcademy1763831000000 implements MigrationInterface {
  name = 'KeyEventsByAcademy1763831000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  'ALTER TABLE calendar_event ADD COLUMN academy_id text',
  `UPDATE calendar_event SET academy_id = body->>'academyId'`,
  `ALTER TABLE calendar_event DROP CONSTRAINT calendar_event_pkey,
     ADD CONSTRAINT calendar_event_pkey PRIMARY KEY (academy_id, event_id)`,
  'ALTER TABLE reminder ADD COLUMN academy_id text',
  `UPDATE reminder r SET academy_id = e.academy_id FROM calendar_event e WHERE e.event_id = r.event_id`,
  'DELETE FROM reminder WHERE academy_id IS NULL',
  'ALTER TABLE reminder ALTER COLUMN academy_id SET NOT NULL',
  'DROP INDEX reminder_of_event',
  'CREATE INDEX reminder_of_event ON reminder (academy_id, event_id)',
];

const DOWN = [
  'DROP INDEX reminder_of_event',
  'CREATE INDEX reminder_of_event ON reminder (event_id)',
  'ALTER TABLE reminder DROP COLUMN academy_id',
  `ALTER TABLE calendar_event DROP CONSTRAINT calendar_event_pkey, DROP COLUMN academy_id,
     ADD CONSTRAINT calendar_event_pkey PRIMARY KEY (event_id)`,
];
