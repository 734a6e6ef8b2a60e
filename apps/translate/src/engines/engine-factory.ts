import type { TranslationEngine } from './translation-engine.js';

/** Where engines report what they do. Never given any text of a caller. */
export interface EngineLog {
  info(event: string, fields: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields: Readonly<Record<string, unknown>>): void;
}

/** Makes one kind of engine of the settings that are its own. */
export abstract class EngineFactory {
  /** Whether the configuration asks for it. */
  abstract readonly isWanted: boolean;
  /**
   * Only called when it is wanted. What it needs may be away or not installed: the engine then says so by
   * its state.
   *
   * @throws when the configuration can never work, which ends the start
   */
  abstract create(): TranslationEngine | Promise<TranslationEngine>;
}
