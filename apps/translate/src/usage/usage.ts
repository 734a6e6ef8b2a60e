import type { Plan } from '../access/scopes.js';

/** What characters were spent on; each has a member of its own in reports. */
export const OPERATIONS = ['text_translation', 'document_translation', 'text_improvement'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** A request that was accepted: it counts once, whatever happens afterwards. */
export interface UsageRecord {
  readonly owner: string;
  readonly keyId: string;
  readonly plan: Plan;
  readonly operation: Operation;
  /** The caller's tag for reports; empty for none. */
  readonly customTag: string;
  /** Billed characters: Unicode code points. */
  readonly characters: number;
}

/** Who is charged for a request. */
export type Customer = Pick<UsageRecord, 'owner' | 'keyId' | 'plan' | 'customTag'>;

/** Most characters in one period; `null` for no limit of its own. */
export interface KeyLimits {
  readonly characters: number | null;
  readonly speechToTextMilliseconds: number | null;
}

/** What a key and its organization have used in a period, and may use. */
export interface UsageBalance {
  readonly keyCharacters: number;
  readonly keyLimit: number | null;
  /** All keys of the organization that have the same plan. */
  readonly accountCharacters: number;
  readonly accountLimit: number;
  readonly period: Period;
}

/** From its first instant to the first one of the next. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

export type PlanLimits = Readonly<Record<Plan, number>>;

/** First day of a period, `2026-11-01`: periods are calendar months, UTC (our choice). */
export function periodOf(nowMs: number): string {
  return `${new Date(nowMs).toISOString().slice(0, 7)}-01`;
}

/** The day on which something happened, UTC. */
export function dayOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10);
}

export function periodBounds(nowMs: number): Period {
  const now = new Date(nowMs);
  const monthStart = (month: number) => new Date(Date.UTC(now.getUTCFullYear(), month, 1));
  return { start: monthStart(now.getUTCMonth()), end: monthStart(now.getUTCMonth() + 1) };
}
