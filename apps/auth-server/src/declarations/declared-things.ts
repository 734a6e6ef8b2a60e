export const THING_KINDS = ['scope', 'group', 'client', 'upstream'] as const;
export type ThingKind = (typeof THING_KINDS)[number];

export interface DeclaredThing {
  readonly kind: ThingKind;
  readonly name: string;
  /** Whether a declaration has made it; else it was there before. */
  readonly isMade: boolean;
}

/** What was declared so far. */
export abstract class DeclaredThings {
  abstract list(): Promise<readonly DeclaredThing[]>;
  /** One that a declaration has made stays its own, forgotten or not. */
  abstract keep(thing: DeclaredThing): Promise<void>;
  abstract forget(kind: ThingKind, name: string): Promise<void>;
}
