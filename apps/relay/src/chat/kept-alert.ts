import type { RelayEvent } from '../events/event.js';
import type { ActionKind } from '../sinks/actions/action.js';

interface Asked {
  readonly kind: ActionKind;
  readonly requestId: string;
  readonly untilMs: number;
}

/** An alert as it is kept for what may be done about it. */
export interface Kept {
  readonly key: string;
  readonly subject: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly startsAt: string;
  readonly isAlertmanagers: boolean;
  readonly text: string;
  readonly notes: readonly string[];
  readonly done: readonly ActionKind[];
  readonly requests: readonly string[];
  /** The silence that was asked for last. Whether it was made is not known until it is noted. */
  readonly asked?: Asked;
  /** For a graph of now. */
  readonly event?: RelayEvent;
  /** Found by name as long as it is 0; null when it is over. */
  readonly dueMs?: 0 | null;
}
