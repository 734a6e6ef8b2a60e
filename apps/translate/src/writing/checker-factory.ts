import type { WritingEngine } from '../engines/writing-engine.js';

/** Makes an engine that corrects by rules. */
export abstract class CheckerFactory {
  /** @returns undefined where it is not wanted, or the machine has not what it needs */
  abstract create(): Promise<WritingEngine | undefined>;
}
