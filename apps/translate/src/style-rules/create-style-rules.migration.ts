import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Style rule lists: at most 200 short instructions belong to each, so that a list is one row. */
export class CreateStyleRules1763700000012 implements MigrationInterface {
  name = 'CreateStyleRules1763700000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE style_rules (
        id uuid PRIMARY KEY,
        owner text NOT NULL,
        name text NOT NULL,
        language text NOT NULL,
        version integer NOT NULL,
        configured_rules jsonb NOT NULL,
        instructions jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX style_rules_by_owner ON style_rules (owner, created_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE style_rules');
  }
}
