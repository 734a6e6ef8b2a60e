import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was used: by day for reports, and in sum by period for quotas. */
export class CreateUsage1763700000011 implements MigrationInterface {
  name = 'CreateUsage1763700000011';

  async up(runner: QueryRunner): Promise<void> {
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
    await runner.query(COUNT_USAGE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION count_usage');
    for (const table of ['key_limits', 'usage_batches', 'usage_by_period', 'usage_by_day']) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }
}

/**
 * Counts a batch of records, each that fits under the limits of its key and its account, and tells which did. One call,
 * so that a commit costs one round trip.
 *
 * Sums are locked in the order of their names: two replicas cannot wait for each other.
 */
const COUNT_USAGE = `
  CREATE FUNCTION count_usage(
    batch uuid, at timestamptz, current_period date, current_day date, plan_limits jsonb,
    owners text[], keys uuid[], plans text[], operations text[], tags text[], amounts bigint[]
  ) RETURNS boolean[] LANGUAGE plpgsql AS $$
  DECLARE
    subjects text[];
    sums bigint[];
    limits bigint[];
    accepted boolean[] := '{}';
    of_key integer;
    of_account integer;
    fits boolean;
  BEGIN
    SELECT usage_batches.accepted INTO accepted FROM usage_batches WHERE id = batch;
    IF FOUND THEN RETURN accepted; END IF;
    accepted := '{}';

    SELECT array_agg(subject ORDER BY subject), array_agg(characters ORDER BY subject)
    INTO subjects, limits
    FROM (
      SELECT 'key:' || key AS subject,
             (SELECT key_limits.characters FROM key_limits WHERE key_id = key) AS characters
      FROM (SELECT DISTINCT unnest(keys) AS key) AS distinct_keys
      UNION ALL
      SELECT DISTINCT 'account:' || plan || ':' || owner, (plan_limits->>plan)::bigint
      FROM unnest(owners, plans) AS account (owner, plan)) AS named;

    INSERT INTO usage_by_period (period, subject, characters)
    SELECT current_period, subject, 0 FROM unnest(subjects) AS subject ORDER BY subject
    ON CONFLICT DO NOTHING;
    SELECT array_agg(characters ORDER BY subject) INTO sums FROM (
      SELECT subject, characters FROM usage_by_period
      WHERE period = current_period AND subject = ANY (subjects) ORDER BY subject FOR UPDATE
    ) AS locked;

    FOR i IN 1 .. cardinality(amounts) LOOP
      of_key := array_position(subjects, 'key:' || keys[i]);
      of_account := array_position(subjects, 'account:' || plans[i] || ':' || owners[i]);
      fits := (limits[of_key] IS NULL OR sums[of_key] + amounts[i] <= limits[of_key])
        AND sums[of_account] + amounts[i] <= limits[of_account];
      accepted := accepted || fits;
      IF fits THEN
        sums[of_key] := sums[of_key] + amounts[i];
        sums[of_account] := sums[of_account] + amounts[i];
      END IF;
    END LOOP;

    UPDATE usage_by_period SET characters = used.characters
    FROM unnest(subjects, sums) AS used (subject, characters)
    WHERE period = current_period AND usage_by_period.subject = used.subject;
    INSERT INTO usage_by_day (owner, day, key_id, operation, custom_tag, characters)
    SELECT owner, current_day, key, operation, tag, sum(amount)
    FROM unnest(owners, keys, operations, tags, amounts, accepted)
      AS record (owner, key, operation, tag, amount, is_accepted)
    WHERE is_accepted GROUP BY owner, key, operation, tag ORDER BY owner, key, operation, tag
    ON CONFLICT (owner, day, key_id, operation, custom_tag) DO UPDATE
      SET characters = usage_by_day.characters + excluded.characters;
    INSERT INTO usage_batches (id, accepted, stored_at) VALUES (batch, accepted, at);
    RETURN accepted;
  END $$`;
