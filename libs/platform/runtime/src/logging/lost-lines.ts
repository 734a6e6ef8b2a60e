import type { DestinationStream } from 'pino';

/**
 * Lets no failure of a destination through: a line that cannot be written is counted, and a later one
 * that can be written says before it how many were lost.
 */
export class CountingLostLines implements DestinationStream {
  #lost = 0;
  #reason = '';
  #since = '';

  /** @param app the name on every line */
  constructor(
    private readonly app: string,
    private readonly destination: DestinationStream,
  ) {}

  write(line: string): void {
    if (this.#lost > 0) {
      if (!this.#isWritten(this.#notice())) {
        this.#lost += 1;
        return;
      }
      this.#lost = 0;
    }
    if (this.#isWritten(line)) return;
    this.#since = new Date().toISOString();
    this.#lost = 1;
  }

  #isWritten(line: string): boolean {
    try {
      this.destination.write(line);
      return true;
    } catch (error) {
      this.#reason = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  #notice(): string {
    const { app } = this;
    const time = new Date().toISOString();
    const fields = { lines: this.#lost, since: this.#since, reason: this.#reason };
    return `${JSON.stringify({ level: 'warn', time, app, ...fields, msg: 'log.lines_lost' })}\n`;
  }
}
