import type { Api } from '@sextant/web/api';

/** Answers of the relay's API, as docs/api/openapi/relay.json has them. */
export interface RelayedEvent {
  readonly seq: number;
  readonly at: string;
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly subject: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly data: object;
}

export interface EventDetails extends RelayedEvent {
  readonly deliveries: readonly {
    readonly at: string;
    readonly sink: string;
    readonly target: string;
    readonly outcome: string;
    readonly reason: string | null;
  }[];
}

export interface EventPage {
  readonly events: readonly RelayedEvent[];
  readonly next_before: number | null;
}

export interface Happening {
  readonly what: string;
  readonly at: string;
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly sink?: string;
}

export interface Status {
  readonly delivering: boolean;
  readonly sinks: readonly string[];
  readonly dead_letters: number;
  readonly unrouted: number;
  readonly queues: readonly {
    readonly sink: string;
    readonly target: string;
    readonly waiting: number;
    readonly breaker: string;
    readonly paused_until: string | null;
  }[];
}

export interface Sample {
  readonly at: string;
  readonly sink: string;
  readonly target: string;
  readonly waiting: number;
  readonly paused: boolean;
  readonly delivered: number;
  readonly failed: number;
}

export interface DeadLetter {
  readonly id: number;
  readonly at: string;
  readonly sink: string;
  readonly target: string;
  readonly reason: string;
  readonly attempts: number;
  readonly event: { readonly id: string; readonly subject: string; readonly data: object };
}

export interface Explanation {
  readonly routes: readonly ExplainedRoute[];
  readonly unmatched: boolean;
  readonly deliveries: readonly {
    readonly sink: string;
    readonly target: string;
    readonly message: string | null;
    readonly reason: string | null;
  }[];
}

export interface ExplainedRoute {
  readonly conditions: readonly { readonly text: string; readonly holds: boolean }[];
  readonly matches: boolean;
  readonly reached: boolean;
  readonly continue: boolean;
  readonly sinks: readonly string[];
}

export interface DeployedTemplate {
  readonly option: string;
  readonly template: string;
}

export interface Trial {
  readonly output: string | null;
  readonly fault: {
    readonly message: string;
    readonly line: number | null;
    readonly column: number | null;
  } | null;
  readonly warnings: readonly string[];
  readonly difference: string;
}

export interface Silence {
  readonly id: string;
  readonly state: string;
  readonly matchers: readonly string[];
  readonly ends_at: string;
  readonly created_by: string;
  readonly comment: string;
}

export interface Checked {
  readonly valid: boolean;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  readonly sinks: readonly string[];
  readonly difference: string;
}

/** The one or the other, as the API takes it. */
export type EventChoice = { readonly event_id: string } | { readonly dead_letter: number };

/** What only looks is asked again like a GET. */
export const post = async <Body>(api: Api, path: string, body: unknown): Promise<Body> =>
  (await api<Body>(path, { method: 'POST', body })).body;

export const timeOf = (iso: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(iso),
  );
