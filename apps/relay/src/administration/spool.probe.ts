import { Injectable } from '@nestjs/common';
import type { Probe, ProbeResult } from '@sextant/platform-runtime/health';
import { Administration } from './administration.js';

/** Whether events can be stored and get on from there: otherwise it must not be given any. */
@Injectable()
export class SpoolProbe implements Probe {
  readonly name = 'spool';

  constructor(private readonly administration: Administration) {}

  async check(): Promise<ProbeResult> {
    const message = await this.administration.ailment();
    return message === undefined ? { status: 'up' } : { status: 'down', message };
  }
}
