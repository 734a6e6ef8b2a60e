/** Where the engine reports what it does. Never given any text of a caller. */
export interface EngineLog {
  info(event: string, fields: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields: Readonly<Record<string, unknown>>): void;
}
