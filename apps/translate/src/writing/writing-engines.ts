import type { WritingEngine } from '../engines/writing-engine.js';

/** The engines that improve texts. */
export abstract class WritingEngines {
  /** In the order of preference. */
  abstract readonly all: readonly WritingEngine[];
}
