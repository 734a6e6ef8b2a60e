/** Which events were used, by the keys of `event-key.ts`: whatever comes again changes nothing. */
export abstract class EventMemory {
  abstract has(key: string): Promise<boolean>;
  /** What is remembered already stays as old as it is. */
  abstract remember(key: string, at: Date): Promise<void>;
  /** @returns how many are forgotten, at most 10,000 at once */
  abstract sweep(before: Date): Promise<number>;
}
