import { dayOf, periodBounds, periodOf } from '../../domain/usage.js';
/**
 * Locks the sums of some subjects and reads them with the keys' limits. They are always locked in the order of
 * their names, so that two replicas cannot wait for each other.
 */ const LOCK = `
  WITH locked AS (
    INSERT INTO usage_by_period (period, subject, characters)
    SELECT $1, subject, 0 FROM unnest($2::text[]) AS subject ORDER BY subject
    ON CONFLICT (period, subject) DO UPDATE SET characters = usage_by_period.characters
    RETURNING subject, characters)
  SELECT locked.subject, locked.characters, key_limits.characters AS key_limit
  FROM locked LEFT JOIN key_limits ON locked.subject = 'key:' || key_limits.key_id`;
/** Counts a batch. The insertion of its id fails when it was stored before. */ const COUNT = `
  WITH batch AS (
    INSERT INTO usage_batches (id, accepted, stored_at) VALUES ($1, $2, $3)),
  period AS (
    UPDATE usage_by_period SET characters = used.characters
    FROM unnest($5::text[], $6::bigint[]) AS used (subject, characters)
    WHERE usage_by_period.period = $4 AND usage_by_period.subject = used.subject)
  INSERT INTO usage_by_day (owner, day, key_id, operation, custom_tag, characters)
  SELECT owner, $7, key_id, operation, custom_tag, sum(characters)
  FROM unnest($8::text[], $9::uuid[], $10::text[], $11::text[], $12::bigint[])
    AS record (owner, key_id, operation, custom_tag, characters)
  GROUP BY owner, key_id, operation, custom_tag
  ON CONFLICT (owner, day, key_id, operation, custom_tag) DO UPDATE
    SET characters = usage_by_day.characters + excluded.characters`;
const UNIQUE_VIOLATION = '23505';
/** Counts usage in the service's own database. */ export class PostgresUsageLedger {
    constructor(source, planLimits){
        this.source = source;
        this.planLimits = planLimits;
    }
    async store(batch) {
        try {
            return await this.source.transaction((manager)=>this.#count(manager, batch));
        } catch (error) {
            if (error.code !== UNIQUE_VIOLATION) throw error;
            const [row] = await this.source.query('SELECT accepted FROM usage_batches WHERE id = $1', [
                batch.id
            ]);
            if (row === undefined) throw error;
            return row.accepted;
        }
    }
    async balance({ owner, keyId, plan, nowMs }) {
        const [row] = await this.source.query(`SELECT
         (SELECT characters FROM usage_by_period WHERE period = $1 AND subject = $2) AS key,
         (SELECT characters FROM key_limits WHERE key_id = $3) AS key_limit,
         (SELECT characters FROM usage_by_period WHERE period = $1 AND subject = $4) AS account`, [
            periodOf(nowMs),
            keySubject(keyId),
            keyId,
            accountSubject({
                owner,
                plan
            })
        ]);
        return {
            keyCharacters: Number(row?.key ?? 0),
            keyLimit: toLimit(row?.key_limit ?? null),
            accountCharacters: Number(row?.account ?? 0),
            accountLimit: this.planLimits[plan],
            period: periodBounds(nowMs)
        };
    }
    async setKeyLimits(keyId, limits) {
        const [row] = await this.source.query(`INSERT INTO key_limits (key_id, characters, speech_to_text_milliseconds)
       VALUES ($1, $2, $3)
       ON CONFLICT (key_id) DO UPDATE SET
         characters = CASE WHEN $4 THEN $2 ELSE key_limits.characters END,
         speech_to_text_milliseconds =
           CASE WHEN $5 THEN $3 ELSE key_limits.speech_to_text_milliseconds END
       RETURNING *`, [
            keyId,
            limits.characters ?? null,
            limits.speechToTextMilliseconds ?? null,
            limits.characters !== undefined,
            limits.speechToTextMilliseconds !== undefined
        ]);
        return toLimits(row);
    }
    async keyLimits(keyIds) {
        const rows = await this.source.query('SELECT * FROM key_limits WHERE key_id = ANY($1::uuid[])', [
            keyIds
        ]);
        return new Map(rows.map((row)=>[
                row.key_id,
                toLimits(row)
            ]));
    }
    /** Deletes what tells whether a batch was stored, once nobody can ask any more. */ async sweepBatches(before) {
        await this.source.query('DELETE FROM usage_batches WHERE stored_at < $1', [
            before
        ]);
    }
    async #count(manager, batch) {
        const { id, nowMs, records } = batch;
        const accounts = await this.#lock(manager, periodOf(nowMs), records);
        const accepted = records.map((record)=>spend(accounts, record));
        const counted = records.filter((_record, index)=>accepted[index] === true);
        await manager.query(COUNT, [
            id,
            accepted,
            new Date(nowMs),
            periodOf(nowMs),
            [
                ...accounts.keys()
            ],
            [
                ...accounts.values()
            ].map(({ used })=>used),
            dayOf(nowMs),
            counted.map(({ owner })=>owner),
            counted.map(({ keyId })=>keyId),
            counted.map(({ operation })=>operation),
            counted.map(({ customTag })=>customTag),
            counted.map(({ characters })=>characters)
        ]);
        return accepted;
    }
    async #lock(manager, period, records) {
        const planOf = new Map(records.map((record)=>[
                accountSubject(record),
                record.plan
            ]));
        const subjects = new Set([
            ...planOf.keys(),
            ...records.map(({ keyId })=>keySubject(keyId))
        ]);
        const rows = await manager.query(LOCK, [
            period,
            [
                ...subjects
            ]
        ]);
        return new Map(rows.map(({ subject, characters, key_limit })=>{
            const plan = planOf.get(subject);
            const limit = plan === undefined ? toLimit(key_limit) : this.planLimits[plan];
            return [
                subject,
                {
                    used: Number(characters),
                    limit
                }
            ];
        }));
    }
}
/** Adds a record to the sums of its key and its account, if both can take it. */ function spend(accounts, record) {
    const key = accounts.get(keySubject(record.keyId));
    const account = accounts.get(accountSubject(record));
    if (key === undefined || account === undefined) return false;
    const isWithin = ({ used, limit })=>limit === null || used + record.characters <= limit;
    if (!isWithin(key) || !isWithin(account)) return false;
    key.used += record.characters;
    account.used += record.characters;
    return true;
}
const keySubject = (keyId)=>`key:${keyId}`;
const accountSubject = ({ owner, plan })=>`account:${plan}:${owner}`;
const toLimit = (value)=>value === null ? null : Number(value);
const toLimits = (row)=>({
        characters: toLimit(row?.characters ?? null),
        speechToTextMilliseconds: toLimit(row?.speech_to_text_milliseconds ?? null)
    });

//# sourceMappingURL=postgres-usage-ledger.js.map