import type { Logger } from '@sextant/platform-logging';
import type { Actions } from '../domain/actions/actions.js';
import type { Intake } from '../domain/intake.js';
import type { Observer } from '../domain/observer.js';
import type { Spool } from '../domain/spool.js';

/** What a source that is no HTTP endpoint is given. */
export interface EventSourceUses {
  readonly intake: Intake;
  readonly observer: Observer;
  readonly logger: Logger;
  readonly spool: Spool;
  /** Whether this process delivers: where replicas share a spool, one of them does. */
  readonly isLeading: () => boolean;
  readonly actions: Actions;
}

/** Something that brings events until it is closed. */
export interface EventSource {
  close(): Promise<void>;
}
