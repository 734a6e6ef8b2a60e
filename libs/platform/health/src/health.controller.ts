import { Controller, Get, Header, Inject, Res, ServiceUnavailableException } from '@nestjs/common';
import {
  HealthCheckService,
  HealthIndicatorService,
  type HealthCheckResult,
  type HealthIndicatorFunction,
} from '@nestjs/terminus';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Readiness, type HealthKind, type HealthReport, type Probe } from './health.js';
import { HEALTH_OPTIONS, type HealthOptions } from './health.options.js';

const PROBE_TIMEOUT_MS = 2000;

@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly readiness: Readiness,
    @Inject(HEALTH_OPTIONS) private readonly options: HealthOptions,
  ) {}

  /** Whether the app and all that it depends on work. */
  @Get()
  @Header('Cache-Control', 'no-store')
  async all(@Res({ passthrough: true }) response: Response): Promise<unknown> {
    return this.answer('health', response);
  }

  /** Whether the app should be given requests: 503 when a dependency is down or it is draining. */
  @Get('ready')
  @Header('Cache-Control', 'no-store')
  async ready(@Res({ passthrough: true }) response: Response): Promise<unknown> {
    return this.answer('ready', response);
  }

  /** Whether the process answers at all: it never touches a dependency. */
  @Get('live')
  @Header('Cache-Control', 'no-store')
  live(): unknown {
    return this.body(this.report('live', 'up', {}));
  }

  private async answer(kind: HealthKind, response: Response): Promise<unknown> {
    const result = await this.check();
    const draining = kind === 'ready' && this.readiness.isDraining;
    const status = result.status === 'ok' ? 'up' : 'down';
    response.status(status === 'up' && !draining ? 200 : 503);
    const checks = result.details as HealthReport['checks'];
    return this.body(this.report(kind, draining ? 'draining' : status, checks));
  }

  private async check(): Promise<HealthCheckResult> {
    try {
      return await this.health.check(this.options.probes.map((probe) => this.indicator(probe)));
    } catch (error) {
      // terminus reports "down" by throwing; the report itself is in the exception.
      if (error instanceof ServiceUnavailableException) {
        return error.getResponse() as HealthCheckResult;
      }
      throw error;
    }
  }

  private indicator(probe: Probe): HealthIndicatorFunction {
    return async () => {
      const session = this.indicators.check(probe.name);
      const { status, ...facts } = await checked(probe);
      return status === 'up' ? session.up(facts) : session.down(facts);
    };
  }

  private report(
    kind: HealthKind,
    status: HealthReport['status'],
    checks: HealthReport['checks'],
  ): HealthReport {
    return { kind, status, checks, timestamp: new Date().toISOString() };
  }

  private body(report: HealthReport): unknown {
    return this.options.body(report);
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
