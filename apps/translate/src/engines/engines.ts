import type { TranslationEngine } from './translation-engine.js';

/** The engines that are configured. */
export abstract class Engines {
  /** In the order of preference; what they do is counted. */
  abstract readonly all: readonly TranslationEngine[];
}
