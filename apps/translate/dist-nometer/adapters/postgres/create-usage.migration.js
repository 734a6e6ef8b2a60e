/** What was used: by day for reports, and in sum by period for quotas. */ export class CreateUsage1763700000011 {
    async up(runner) {
        await runner.query(`
      CREATE TABLE usage_by_day (
        owner text NOT NULL,
        day date NOT NULL,
        key_id uuid NOT NULL,
        operation text NOT NULL,
        custom_tag text NOT NULL,
        characters bigint NOT NULL,
        PRIMARY KEY (owner, day, key_id, operation, custom_tag)
      )`);
        await runner.query(`
      CREATE INDEX usage_by_tag ON usage_by_day (owner, custom_tag, day) WHERE custom_tag <> ''`);
        await runner.query(`
      CREATE TABLE usage_by_period (
        period date NOT NULL,
        subject text NOT NULL,
        characters bigint NOT NULL,
        PRIMARY KEY (period, subject)
      )`);
        // The batches of the last days: the same one sent again is recognised.
        await runner.query(`
      CREATE TABLE usage_batches (
        id uuid PRIMARY KEY,
        accepted boolean[] NOT NULL,
        stored_at timestamptz NOT NULL
      )`);
        await runner.query('CREATE INDEX usage_batches_by_time ON usage_batches (stored_at)');
        await runner.query(`
      CREATE TABLE key_limits (
        key_id uuid PRIMARY KEY,
        characters bigint,
        speech_to_text_milliseconds bigint
      )`);
    }
    async down(runner) {
        for (const table of [
            'key_limits',
            'usage_batches',
            'usage_by_period',
            'usage_by_day'
        ]){
            await runner.query(`DROP TABLE ${table}`);
        }
    }
    constructor(){
        this.name = 'CreateUsage1763700000011';
    }
}

//# sourceMappingURL=create-usage.migration.js.map