import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens that were exchanged for others end with these (RFC 8693). */
export class AddParents1763900000000 implements MigrationInterface {
  name = 'AddParents1763900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE oidc_artifact ADD COLUMN parent_id bytea');
    await runner.query(
      'CREATE INDEX oidc_artifact_by_parent ON oidc_artifact (parent_id) WHERE parent_id IS NOT NULL',
    );
    await runner.query(noteRevocation('DELETE FROM oidc_artifact WHERE parent_id = OLD.id;'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(noteRevocation(''));
    await runner.query('ALTER TABLE oidc_artifact DROP COLUMN parent_id');
  }
}

/** Runs for every access token that is deleted before it expires: for those below it again. */
const noteRevocation = (andBelow: string): string =>
  `CREATE OR REPLACE FUNCTION note_revocation() RETURNS trigger LANGUAGE plpgsql AS
   $$ BEGIN
     INSERT INTO revocation (token, expires_at) VALUES (OLD.id, OLD.expires_at);
     ${andBelow}
     RETURN NULL;
   END $$`;
