import { describe, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { HealthChecks, HealthModule, plainHealthBody, Readiness, type Probe } from './index.js';

describe('Readiness', () => {
  it('drains once and for all', () => {
    const readiness = new Readiness();
    expect(readiness.isDraining).toBe(false);

    readiness.drain();

    expect(readiness.isDraining).toBe(true);
  });
});

describe('plainHealthBody', () => {
  it('shows status, checks and time', () => {
    const timestamp = '2026-01-01T00:00:00.000Z';

    const body = plainHealthBody({ kind: 'ready', status: 'up', checks: {}, timestamp });

    expect(body).toEqual({ status: 'up', checks: {}, timestamp });
  });
});

describe('HealthModule', () => {
  it('asks each of the probes that a provider holds, in their order among the others', async () => {
    const probe = (name: string): Probe => ({
      name,
      check: () => Promise.resolve({ status: 'up' }),
    });
    const health = HealthModule.register({
      probes: ['one', 'several'],
      imports: [
        {
          module: class Dependencies {},
          providers: [
            { provide: 'one', useValue: probe('database') },
            { provide: 'several', useValue: { probes: [probe('onnx'), probe('chat')] } },
          ],
          exports: ['one', 'several'],
        },
      ],
    });
    const app = await NestFactory.createApplicationContext(health, { logger: false });

    const { details } = await app.get(HealthChecks).check();
    await app.close();

    expect(Object.keys(details)).toEqual(['database', 'onnx', 'chat']);
  });
});
