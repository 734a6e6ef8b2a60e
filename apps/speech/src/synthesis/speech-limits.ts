import type { Route } from '../models/models.js';
import { invalid } from '../errors/request-errors.js';
import type { Utterance } from '../text/words/utterance.js';

/** Largest inputs, in UTF-16 units with tags. */
export const MAX_INPUT: Readonly<Record<Route, number>> = {
  speech: 2000,
  stream: 20_000,
  'stream-with-timestamps': 20_000,
  dialogue: 20_000,
  live: 20_000,
};

/** Longest silence that a request may ask for, in milliseconds: it costs as much as speech. */
export const MAX_PAUSE_MS: Readonly<Record<Route, number>> = {
  speech: 60_000,
  stream: 300_000,
  'stream-with-timestamps': 300_000,
  dialogue: 300_000,
  live: 300_000,
};

/** @throws {Problem} `validation_failed` */
export function requireInput(input: string, route: Route, path: string): void {
  if (input.trim() === '') throw invalid(`${path}input`, 'The input is empty.');
  const most = MAX_INPUT[route];
  if (input.length <= most) return;
  throw invalid(
    'input',
    `The input has ${input.length} characters, at most ${most} are allowed here.`,
  );
}

/** @throws {Problem} `validation_failed` */
export function requirePauses({ sentences }: Utterance, route: Route, path: string): void {
  const items = sentences.flatMap((sentence) => sentence.items);
  const ms = items.reduce((sum, item) => sum + (item.kind === 'break' ? item.ms : 0), 0);
  const most = MAX_PAUSE_MS[route];
  if (ms <= most) return;
  throw invalid(
    `${path}input`,
    `Its breaks last ${ms / 1000} s, at most ${most / 1000} s are allowed here.`,
  );
}
