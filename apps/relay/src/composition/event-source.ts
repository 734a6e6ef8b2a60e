import type { Logger } from '@sextant/platform-logging';
import type { Intake } from '../domain/intake.js';
import type { Observer } from '../domain/observer.js';

/** What a source that is no HTTP endpoint is given. */
export interface EventSourceUses {
  readonly intake: Intake;
  readonly observer: Observer;
  readonly logger: Logger;
}

/** Something that brings events until it is closed. */
export interface EventSource {
  close(): Promise<void>;
}
