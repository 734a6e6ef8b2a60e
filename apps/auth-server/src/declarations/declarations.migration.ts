import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the operator's file has made here: that alone is removed when the file has it no more. */
export class AddDeclarations1764010000000 implements MigrationInterface {
  name = 'AddDeclarations1764010000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE declared_thing (
         kind text NOT NULL,
         name text NOT NULL,
         is_made boolean NOT NULL,
         is_removed boolean NOT NULL DEFAULT false,
         PRIMARY KEY (kind, name)
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE declared_thing');
  }
}
