import { Injectable } from '@nestjs/common';
import { Outbox } from '@sextant/platform-events';
import { DataSource, type EntityManager } from 'typeorm';
import { UsageLedger, type DayUsage, type Usage, type UsageSpan } from './usage.js';
import { TOPIC } from '../database/outbox-topic.js';

/** Usage as events, and added up by days (UTC) in the same transaction. */
@Injectable()
export class PostgresUsageLedger extends UsageLedger {
  constructor(
    private readonly source: DataSource,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  async record(usage: Usage): Promise<void> {
    await this.source.transaction((manager) => addUsage(manager, this.outbox, usage));
    this.outbox.wake();
  }

  async recordSoFar(session: string, usage: Usage): Promise<void> {
    await this.source.transaction(async (manager) => {
      const knownMs = await takeProgress(manager, session, usage.durationMs);
      const durationMs = usage.durationMs - (knownMs ?? 0);
      if (durationMs <= 0) return;
      await addUsage(manager, this.outbox, { ...usage, durationMs }, knownMs === undefined ? 1 : 0);
    });
    this.outbox.wake();
  }

  async days(workspace: string, { from, to }: UsageSpan): Promise<readonly DayUsage[]> {
    return await this.source.query<DayUsage[]>(
      `SELECT day::text, route, syntheses::float8, characters::float8, duration_ms AS "durationMs"
       FROM usage_day WHERE workspace = $1 AND day BETWEEN $2 AND $3 ORDER BY day, route`,
      [workspace, from, to],
    );
  }
}

const isHeard = (route: Usage['route']): boolean => route.endsWith('transcription');

/** Longer than any session may be silent. */
const FORGOTTEN_AFTER = '30 days';

/** @returns how much of the session was counted before; nothing when it begins */
async function takeProgress(
  manager: EntityManager,
  session: string,
  durationMs: number,
): Promise<number | undefined> {
  const [known] = await manager.query<{ ms: number }[]>(
    'SELECT duration_ms AS ms FROM usage_progress WHERE session = $1 FOR UPDATE',
    [session],
  );
  if (known === undefined) {
    await manager.query(`DELETE FROM usage_progress WHERE updated_at < now() - $1::interval`, [
      FORGOTTEN_AFTER,
    ]);
  }
  await manager.query(
    `INSERT INTO usage_progress AS p (session, duration_ms) VALUES ($1, $2)
     ON CONFLICT (session) DO UPDATE SET
       duration_ms = greatest(p.duration_ms, excluded.duration_ms), updated_at = now()`,
    [session, durationMs],
  );
  return known?.ms;
}

/**
 * Within the transaction that keeps what was spoken.
 *
 * @param count of syntheses: none where it goes on with one that was counted
 */
export async function addUsage(
  manager: EntityManager,
  outbox: Outbox,
  usage: Usage,
  count = 1,
): Promise<void> {
  const { workspace, route, model, voiceIds, billableCharacters, durationMs } = usage;
  await outbox.add(manager, TOPIC, {
    type: `org.sextant.speech.${isHeard(route) ? 'transcription' : 'synthesis'}.completed`,
    subject: workspace,
    data: {
      workspace,
      route,
      model,
      voice_ids: voiceIds,
      billable_characters: billableCharacters,
      audio_duration_ms: durationMs,
    },
  });
  // Last: all syntheses of a workspace's day wait for each other here.
  await manager.query(
    `INSERT INTO usage_day (workspace, day, route, syntheses, characters, duration_ms)
     VALUES ($1, (now() AT TIME ZONE 'utc')::date, $2, $5, $3, $4)
     ON CONFLICT (workspace, day, route) DO UPDATE SET
       syntheses = usage_day.syntheses + excluded.syntheses,
       characters = usage_day.characters + excluded.characters,
       duration_ms = usage_day.duration_ms + excluded.duration_ms`,
    [workspace, route, billableCharacters, durationMs, count],
  );
}
