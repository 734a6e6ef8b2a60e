import { Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import {
  HealthCheckService,
  HealthIndicatorService,
  type HealthCheckResult,
  type HealthIndicatorFunction,
} from '@nestjs/terminus';
import { Readiness, type Probe } from './health.js';
import { HEALTH_OPTIONS, type HealthOptions } from './health.options.js';

const PROBE_TIMEOUT_MS = 2000;

/** Asks all dependencies. */
@Injectable()
export class HealthChecks {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly readiness: Readiness,
    @Inject(HEALTH_OPTIONS) private readonly options: HealthOptions,
  ) {}

  async check(): Promise<HealthCheckResult> {
    try {
      return await this.health.check(this.options.probes.map((probe) => this.#indicator(probe)));
    } catch (error) {
      // terminus reports "down" by throwing; the report itself is in the exception.
      if (error instanceof ServiceUnavailableException) {
        return error.getResponse() as HealthCheckResult;
      }
      throw error;
    }
  }

  /** In one word, which tells nothing of what is inside. */
  async summary(): Promise<'ready' | 'not_ready' | 'draining'> {
    if (this.readiness.isDraining) return 'draining';
    return (await this.check()).status === 'ok' ? 'ready' : 'not_ready';
  }

  #indicator(probe: Probe): HealthIndicatorFunction {
    return async () => {
      const session = this.indicators.check(probe.name);
      const { status, ...facts } = await checked(probe);
      return status === 'up' ? session.up(facts) : session.down(facts);
    };
  }
}

/** A probe that fails or hangs is `down`; its error's text stays inside. */
async function checked(probe: Probe): ReturnType<Probe['check']> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('late')), PROBE_TIMEOUT_MS);
  });
  try {
    return await Promise.race([probe.check(), late]);
  } catch {
    return { status: 'down', message: `${probe.name} does not answer.` };
  } finally {
    clearTimeout(timer);
  }
}
