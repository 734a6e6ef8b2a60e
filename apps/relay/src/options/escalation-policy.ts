import type { Matcher } from '../routing/matcher.js';

/** Where a step sends: a sink, one of its targets, or whoever is on call. */
export type EscalationTarget =
  | { readonly kind: 'sink'; readonly sink: string; readonly target?: string }
  | { readonly kind: 'on-call'; readonly schedule: string };

export interface EscalationStep {
  /** Since the alert came, as long as nobody has acknowledged it. */
  readonly afterMs: number;
  readonly to: readonly EscalationTarget[];
}

/** Who is told next when nobody acknowledges. */
export interface EscalationPolicy {
  readonly name: string;
  /** All must hold of the labels of an alert. */
  readonly matchers: readonly Matcher[];
  /** In the order of time. */
  readonly steps: readonly EscalationStep[];
}

/** A calendar that says who is on call. */
export interface Schedule {
  readonly name: string;
  readonly url: string;
  /** Where people are told, by the summaries of the calendar's events. */
  readonly people: Readonly<Record<string, EscalationTarget>>;
}

/** `teamchat`, `chatbot:-100123`, `on-call:primary`; nothing for what is none. */
export function escalationTarget(text: string): EscalationTarget | undefined {
  const [, kind = '', rest] = /^([\w-]+)(?::(.+))?$/s.exec(text) ?? [];
  if (kind === '') return undefined;
  if (kind === 'on-call') return rest === undefined ? undefined : { kind, schedule: rest };
  return { kind: 'sink', sink: kind, ...(rest === undefined ? {} : { target: rest }) };
}
