import type { ActionKind } from './action.js';

/** What somebody writes instead of pressing a button: `silence DiskFull 4h`. */
export interface Command {
  readonly kind: ActionKind;
  /** Of the alert, or how it begins. */
  readonly name: string;
}

/** Maps, since people choose what is looked up: objects know `constructor`. */
const SILENCES: ReadonlyMap<string, ActionKind> = new Map([
  ['1h', 'silence-1h'],
  ['4h', 'silence-4h'],
  ['morning', 'silence-morning'],
]);

const VERBS: ReadonlyMap<string, ActionKind> = new Map([
  ['ack', 'ack'],
  ['acknowledge', 'ack'],
  ['resolve', 'resolve'],
  ['graph', 'graph'],
  ['silence', 'silence-1h'],
]);

export const USAGE =
  'list | ack NAME | silence NAME [1h|4h|morning] | resolve NAME | graph NAME (NAME is how an alert begins)';

/** @returns nothing for what is none */
export function parseCommand(text: string): Command | undefined {
  const [verb = '', ...words] = text.trim().split(/\s+/);
  const kind = VERBS.get(verb.toLowerCase());
  const last = SILENCES.get(words.at(-1)?.toLowerCase() ?? '');
  if (kind === undefined) return undefined;
  const hasTime = kind === 'silence-1h' && last !== undefined && words.length > 1;
  const name = (hasTime ? words.slice(0, -1) : words).join(' ');
  return name === '' ? undefined : { kind: hasTime ? last : kind, name };
}
