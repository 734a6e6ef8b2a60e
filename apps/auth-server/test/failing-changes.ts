import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { sampleDay, type Fault, type Place } from '@sextant/platform-testing';
import { startWatched, type Change, type Changes, type Watched } from './whole-changes.js';

const WRITES = /^(?:INSERT|UPDATE|DELETE|WITH|SELECT pg_notify)\b/;

const FAULTS: readonly Fault[] = ['error', 'disconnect'];

/** Which of a change's statements fail, each in an attempt of its own. */
export interface Sample {
  /** In the names of the cases. */
  readonly told: string;
  places(statements: readonly string[], fault: Fault): readonly Place[];
}

export const EACH: Sample = { told: '', places: (statements) => [...statements.keys()] };

/**
 * What begins a change, what ends it and one statement between them, for each kind of fault: another one every day, and never the
 * same for both. `npm run test:long` takes each. What failed on another day fails again with that day: `TEST_DAY=332`.
 */
export function sampleOf(day = sampleDay()): Sample {
  return {
    told: ` (the first, one between as on day ${day}, COMMIT and the last)`,
    places: (statements, fault) => {
      const last = statements.length - 1;
      const between = statements.flatMap((text, at) =>
        at === 0 || at === last || text === 'COMMIT' ? [] : [at],
      );
      const turn = day + (fault === 'error' ? 0 : Math.floor(between.length / 2));
      const one = between[turn % between.length] ?? 0;
      return [fault === 'error' ? 0 : last, one, 'COMMIT'];
    },
  };
}

/**
 * Declares that each change happens whole or not at all.
 *
 * @returns the service, once it runs
 */
export function describeChanges(changes: Changes, sample: Sample): () => Watched {
  jest.setTimeout(300_000);
  let watched: Watched;
  beforeAll(async () => {
    watched = await startWatched();
  });
  afterAll(() => watched.close());

  describe.each(changes)('%s', (_what, change) => {
    let statements: readonly string[];

    it('is one transaction on one connection', async () => {
      statements = await expectOneTransaction(watched, change);
    });

    it.each(FAULTS)(`happens whole or not at all: %s${sample.told}`, async (fault) => {
      const places = sample.places(statements, fault);
      await expectWhole(watched, { change, fault, statements, places });
    });
  });
  return () => watched;
}

/** One transaction on one connection, and all writes in it. @returns its statements */
async function expectOneTransaction(watched: Watched, change: Change) {
  const attempt = await change(watched);
  const before = await watched.stored();
  const { isDone: isStored, seen } = await attempt();
  const { statements, sessions } = seen;
  const [from, to] = [statements.indexOf('START TRANSACTION'), statements.indexOf('COMMIT')];
  const outside = [...statements.slice(0, from), ...statements.slice(to)];

  expect([isStored, statements.filter((one) => one === 'COMMIT')]).toEqual([true, ['COMMIT']]);
  expect(outside.filter((one) => WRITES.test(one))).toEqual([]);
  expect(new Set(sessions.slice(from, to + 1)).size).toBe(1);
  expect((await watched.stored()) === before).toBe(false);
  expect(watched.hashedInside).not.toContain(true);
  return statements;
}

interface Failures {
  readonly change: Change;
  readonly fault: Fault;
  readonly statements: readonly string[];
  readonly places: readonly Place[];
}

/** Statements fail in turn: all or nothing, and the retry succeeds. */
async function expectWhole(
  watched: Watched,
  { change, fault, statements, places }: Failures,
): Promise<void> {
  for (const at of places) {
    const attempt = await change(watched);
    const before = await watched.stored();
    const { isDone: isStored, seen } = await attempt({ at, fault });
    const isChanged = (await watched.stored()) !== before;

    const number = at === 'COMMIT' ? seen.statements.indexOf(at) : at;
    const where = `${at}: ${seen.statements[number]?.slice(0, 100) ?? ''}`;
    // Clients that are in memory by now are not read again.
    const isCovered = seen.hasFailed || (at !== 'COMMIT' && at >= statements.length - 2);
    expect({ where, isCovered, isChanged }).toEqual({
      where,
      isCovered: true,
      isChanged: isStored,
    });
    // Only what follows the commit may fail without a word.
    const isLate = !seen.hasFailed || number > seen.statements.indexOf('COMMIT');
    if (isStored) expect({ where, isLate }).toEqual({ where, isLate: true });
    else expect({ where, ...(await attempt()) }).toMatchObject({ where, isDone: true });
  }
}
