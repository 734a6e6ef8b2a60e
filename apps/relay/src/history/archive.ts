import { Injectable } from '@nestjs/common';
import { RELAY_ERRORS } from '../http/relay-errors.js';
import { History, type HistoryQuery, type LabelCondition, type Sample } from './history.js';

const EXPORTED_AT_ONCE = 500;
/** As many points as a chart can show. */
const STEPS = 120;
const LEAST_STEP_MS = 15_000;

/** `severity=critical`, or `severity!=critical`. */
const CONDITION = /^([^=!]+)(!?=)(.*)$/s;

/** @returns nothing for what is none */
export function labelCondition(text: string): LabelCondition | undefined {
  const [, name, operator, value] = CONDITION.exec(text) ?? [];
  if (name === undefined || value === undefined) return undefined;
  return { name, value, isNot: operator === '!=' };
}

/** What operators ask the history. */
@Injectable()
export class Archive {
  constructor(private readonly history: History) {}

  search(query: HistoryQuery) {
    return this.history.search(query);
  }

  /** @throws {Problem} `event_not_found` */
  async find(id: string) {
    const found = await this.history.find(id);
    if (found === undefined) throw RELAY_ERRORS.eventNotFound();
    return found;
  }

  /** All that the query finds, newest first, some at a time. */
  async *all(query: Omit<HistoryQuery, 'limit' | 'before'>) {
    let before: number | undefined;
    do {
      const page = await this.history.search({ ...query, before, limit: EXPORTED_AT_ONCE });
      yield page.events;
      before = page.before;
    } while (before !== undefined);
  }

  samples(fromMs: number, toMs: number): Promise<readonly Sample[]> {
    const stepMs = Math.max(LEAST_STEP_MS, Math.ceil((toMs - fromMs) / STEPS / 1000) * 1000);
    return this.history.samples({ fromMs, toMs, stepMs });
  }
}
