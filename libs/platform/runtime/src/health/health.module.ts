import { Module, type DynamicModule, type InjectionToken } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { HealthChecks } from './health-checks.js';
import { HealthController } from './health.controller.js';
import { plainHealthBody, Readiness, type HealthBody, type Probe, type Probes } from './health.js';
import { HEALTH_OPTIONS, type HealthOptions } from './health.options.js';

export interface HealthModuleOptions {
  /** Providers that implement `Probe`, or hold some that are known at run time. */
  readonly probes?: readonly InjectionToken<Probe | Probes>[];
  /** Where the probes are provided, unless their module is global. */
  readonly imports?: NonNullable<DynamicModule['imports']>;
  readonly body?: HealthBody;
}

/** `/health`, `/health/ready` and `/health/live`. */
@Module({})
export class HealthModule {
  static register(options: HealthModuleOptions = {}): DynamicModule {
    const { probes = [], imports = [], body = plainHealthBody } = options;
    return {
      module: HealthModule,
      global: true,
      imports: [TerminusModule.forRoot({ logger: false }), ...imports],
      controllers: [HealthController],
      providers: [
        Readiness,
        HealthChecks,
        {
          provide: HEALTH_OPTIONS,
          inject: [...probes],
          useFactory: (...found: (Probe | Probes)[]): HealthOptions => ({
            probes: found.flatMap((one) => ('probes' in one ? one.probes : one)),
            body,
          }),
        },
      ],
      exports: [Readiness, HealthChecks],
    };
  }
}
