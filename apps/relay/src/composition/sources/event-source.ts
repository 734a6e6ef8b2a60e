import type { Logger } from '@sextant/platform-runtime/logging';
import type { Actions } from '../../chat/actions.js';
import type { Intake } from '../../intake/intake.js';
import type { Observer } from '../../observability/observer.js';
import type { Spool } from '../../spool/spool.js';

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
