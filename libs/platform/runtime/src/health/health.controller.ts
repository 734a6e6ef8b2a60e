import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { HealthChecks } from './health-checks.js';
import { Readiness, type HealthKind, type HealthReport } from './health.js';
import { HEALTH_OPTIONS, type HealthOptions } from './health.options.js';

@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(
    private readonly checks: HealthChecks,
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
    const result = await this.checks.check();
    const draining = kind === 'ready' && this.readiness.isDraining;
    const status = result.status === 'ok' ? 'up' : 'down';
    response.status(status === 'up' && !draining ? 200 : 503);
    const checks = result.details as HealthReport['checks'];
    return this.body(this.report(kind, draining ? 'draining' : status, checks));
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
