import type { Probe, ProbeResult } from '@sextant/platform-health';
import type { Administration } from '../domain/administration.js';

/** Whether events can be stored: without that the relay must not be given any. */
export class SpoolProbe implements Probe {
  readonly name = 'spool';

  constructor(private readonly administration: Pick<Administration, 'isSpoolReadable'>) {}

  async check(): Promise<ProbeResult> {
    return (await this.administration.isSpoolReadable())
      ? { status: 'up' }
      : { status: 'down', message: 'The spool does not answer: see its folder or database.' };
  }
}
