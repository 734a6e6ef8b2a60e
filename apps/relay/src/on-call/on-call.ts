/** Answers from a calendar that may be elsewhere. */
export abstract class OnCall {
  /** Whoever is on call; nobody when the calendar says so, or cannot be had and never was. */
  abstract who(schedule: string, nowMs: number): Promise<readonly string[]>;
}
