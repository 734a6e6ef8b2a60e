import { afterEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import { silentLogger, type Logger } from '@sextant/platform-runtime/logging';
import { Sweep } from './sweep.js';

const STEPS = ['artifacts', 'links', 'streams', 'deletions', 'failures', 'audit'] as const;
type Step = (typeof STEPS)[number];
type Work = (step: Step) => Promise<number>;

describe('a sweep', () => {
  let sweep: Sweep | undefined;
  afterEach(() => sweep?.onApplicationShutdown());

  /** Starts one whose steps all do the same, until it is stopped. */
  function start(work: Work): { readonly begun: Step[]; readonly failed: unknown[] } {
    const begun: Step[] = [];
    const failed: unknown[] = [];
    const step = (name: Step) => () => {
      begun.push(name);
      return work(name);
    };
    const logger = {
      ...silentLogger,
      warn: (_event: string, fields: { readonly step: unknown }) => failed.push(fields.step),
    };
    const parts = [
      { sweepSeconds: 0.01, auditRetentionDays: 400 },
      { sweep: step('artifacts') },
      { sweep: step('links') },
      { sweep: step('streams') },
      { deleteDue: step('deletions') },
      { sumUpFailures: step('failures'), removeOld: step('audit') },
      new FakeClock('2026-11-24T10:10:00.000Z'),
      logger as unknown as Logger,
    ];
    sweep = new Sweep(...(parts as unknown as ConstructorParameters<typeof Sweep>));
    sweep.onApplicationBootstrap();
    return { begun, failed };
  }

  it.each(STEPS)('goes on with the other steps where %s fails', async (failing) => {
    const { begun, failed } = start((name) =>
      name === failing ? Promise.reject(new Error('no')) : Promise.resolve(1),
    );
    while (begun.length < STEPS.length) await new Promise((resolve) => setTimeout(resolve, 5));

    expect(begun.slice(0, STEPS.length)).toEqual(STEPS);
    expect(failed[0]).toBe(failing);
  });

  it('that is not done yet begins no second one', async () => {
    const { begun } = start(() => new Promise(() => undefined));
    await new Promise((resolve) => setTimeout(resolve, 60));

    expect(begun).toEqual(['artifacts']);
  });
});
