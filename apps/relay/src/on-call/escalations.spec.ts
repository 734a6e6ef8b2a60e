import { FakeClock } from '@sextant/platform-runtime/clock';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RelayEvent } from '../events/event.js';
import type { Intake } from '../intake/intake.js';
import type { Observer } from '../observability/observer.js';
import type { RelayConfig } from '../options/config.js';
import { CurrentConfig } from '../options/current-config.js';
import type { Reply, Spool } from '../spool/spool.js';
import { Escalations } from './escalations.js';
import type { EscalationPolicy, Schedule } from '../options/escalation-policy.js';

const MINUTE_MS = 60_000;

const alertOf = (name: string, status = 'firing') =>
  ({
    ...{ id: `${name} ${status}`, source: 'zabbix', key: name, subject: name, data: {} },
    labels: { team: 'db' },
    alert: { fingerprint: name, status, startsAt: '2026-01-01T00:00:00Z' },
  }) as unknown as RelayEvent;

const POLICY: EscalationPolicy = {
  name: 'db',
  matchers: [({ team }) => team === 'db'],
  steps: [
    { afterMs: 10 * MINUTE_MS, to: [{ kind: 'sink', sink: 'chatbot' }] },
    { afterMs: 30 * MINUTE_MS, to: [{ kind: 'on-call', schedule: 'primary' }] },
    { afterMs: 60 * MINUTE_MS, to: [{ kind: 'sink', sink: 'pagerduty' }] },
  ],
};

/** Escalations over a spool in memory, at a time that the test says. */
function fixture(policies: readonly EscalationPolicy[] = [POLICY]) {
  const clock = new FakeClock('2026-01-01T00:00:00Z');
  const kept = new Map<string, Reply>();
  const nameOf = ({ sink, target }: { sink: string; target: string }, key: string) =>
    JSON.stringify([sink, target, key]);
  const told: string[] = [];
  const state = { troubles: [] as string[], isRefusing: (_key: string) => false, settled: 0 };
  let onCall = () => Promise.resolve<readonly string[]>(['Anna']);
  const spool: Pick<Spool, 'reply' | 'settle' | 'due'> = {
    reply: (worker, key) => Promise.resolve(kept.get(nameOf(worker, key))),
    settle: ({ replies }) => {
      state.settled += 1;
      for (const reply of replies) kept.set(nameOf(reply, reply.key), reply);
      return Promise.resolve();
    },
    due: (sink, nowMs) => {
      const replies = [...kept.values()]
        .filter((one) => one.sink === sink)
        .map(({ reply }) => reply);
      const isDue = ({ dueMs }: Reply['reply']) => typeof dueMs === 'number' && dueMs <= nowMs;
      return Promise.resolve(replies.filter(isDue));
    },
  };
  const intake: Pick<Intake, 'accept' | 'prepareWith'> = {
    prepareWith: () => undefined,
    accept: ({ events }) => {
      if (events.some(({ key }) => state.isRefusing(key))) return Promise.reject(new Error('full'));
      told.push(...events.map(({ key, directed }) => `${key}: ${directed?.sinks.join() ?? ''}`));
      return Promise.resolve();
    },
  };
  const observer: Observer = {
    ...{ accepted: () => undefined, dropped: () => undefined, delivery: () => undefined },
    trouble: (what) => void state.troubles.push(what),
  };
  const schedules: readonly Schedule[] = [
    { name: 'primary', url: '', people: { Anna: { kind: 'sink', sink: 'discord' } } },
  ];
  const escalations = new Escalations(
    spool as Spool,
    intake as Intake,
    observer,
    clock,
    { who: () => onCall() },
    new CurrentConfig({ escalations: policies, schedules } as RelayConfig),
    { isLeading: true, offer: () => undefined },
  );
  escalations.onApplicationBootstrap();
  const pass = async (minutes: number) => {
    clock.advance(minutes * MINUTE_MS);
    await jest.advanceTimersByTimeAsync(1000);
  };
  const calendar = (answer: typeof onCall) => void (onCall = answer);
  return { escalations, told, pass, state, calendar };
}

describe('an alert that nobody has', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('goes to each step in its time, once', async () => {
    const { escalations, told, pass } = fixture();
    await escalations.prepare([alertOf('A')]);

    await pass(9);
    expect(told).toEqual([]);
    await pass(1);
    await escalations.prepare([alertOf('A')]); // the sender repeats itself
    await pass(19);
    expect(told).toEqual(['A: chatbot']);
    await pass(1);
    await pass(30);
    await pass(1000);

    expect(told).toEqual(['A: chatbot', 'A: discord', 'A: pagerduty']);
  });

  it('may be in a group', async () => {
    const { escalations, told, pass } = fixture();
    const group = (status: string) => {
      const alerts = ['A', 'B'].map((fingerprint) => ({
        ...{ fingerprint, status, labels: { team: 'db' }, startsAt: '2026-01-01T00:00:00Z' },
      }));
      return {
        ...{ id: status, source: 'alertmanager', type: 'AlertmanagerGroupEvent', key: '{}:{}' },
        ...{ labels: {}, data: { alerts, status }, receivedMs: 0, channel: 'alerts' },
      } as unknown as RelayEvent;
    };

    await escalations.prepare([group('firing')]);
    await pass(10);
    await escalations.prepare([group('resolved')]);
    await pass(1000);

    expect(told.toSorted()).toEqual(['A: chatbot', 'B: chatbot']);
  });

  it('may be one of thousands in one notification, which are noted down many at a time', async () => {
    const { escalations, told, pass, state } = fixture();
    const names = Array.from({ length: 1000 }, (_none, at) => `A${at}`);
    await escalations.prepare(names.map((name) => alertOf(name)));
    expect(state.settled).toBeLessThanOrEqual(10);

    await escalations.prepare(names.slice(1).map((name) => alertOf(name, 'resolved')));
    expect(state.settled).toBeLessThanOrEqual(20);
    await pass(10);

    expect(told).toEqual(['A0: chatbot']);
  });

  it('goes to nobody when the notification that brings it ends it', async () => {
    const { escalations, told, pass } = fixture();
    await escalations.prepare([alertOf('A'), alertOf('A', 'resolved'), alertOf('B')]);

    await pass(10);

    expect(told).toEqual(['B: chatbot']);
  });

  it.each([
    ['is resolved', (to: Escalations) => to.prepare([alertOf('A', 'resolved')])],
    ['is taken by somebody', (to: Escalations) => to.stop('A')],
  ])('goes to nobody any more when it %s, however often it comes again', async (_what, end) => {
    const { escalations, told, pass } = fixture();
    await escalations.prepare([alertOf('A'), alertOf('B')]);
    await pass(10);

    await end(escalations);
    await escalations.prepare([alertOf('A')]);
    await pass(1000);

    expect(told.filter((text) => text.startsWith('A'))).toEqual(['A: chatbot']);
    expect(told).toContain('B: discord');
  });

  it('goes to the next step at once when nobody is on call', async () => {
    const { escalations, told, pass, calendar } = fixture();
    calendar(() => Promise.resolve([]));
    await escalations.prepare([alertOf('A')]);

    await pass(10);
    await pass(20);
    await pass(0);

    expect(told).toEqual(['A: chatbot', 'A: pagerduty']);
  });

  it('is tried again when it could not be stored, and holds up no other', async () => {
    const { escalations, told, pass, state } = fixture();
    state.isRefusing = (key) => key === 'A';
    await escalations.prepare([alertOf('A'), alertOf('B')]);

    await pass(10);
    expect([told, state.troubles]).toEqual([['B: chatbot'], ['escalations.failed']]);
    state.isRefusing = () => false;
    await pass(0);

    expect(told).toEqual(['B: chatbot', 'A: chatbot']);
  });
});

describe('a calendar that does not answer', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('holds up neither new alerts, nor those who take one, nor steps that need none', async () => {
    const other = { ...POLICY, name: 'all', matchers: [], steps: POLICY.steps.slice(0, 1) };
    const { escalations, told, pass, calendar } = fixture([POLICY, other]);
    const answer = Promise.withResolvers<readonly string[]>();
    let asked = 0;
    calendar(() => {
      asked += 1;
      return answer.promise;
    });
    await escalations.prepare([alertOf('A'), alertOf('B')]);
    await pass(10);
    told.length = 0;
    await pass(20);

    await escalations.prepare([alertOf('C')]);
    await escalations.stop('A');
    expect(asked).toBe(1);
    answer.resolve(['Anna']);
    await pass(0);

    expect(told).toEqual(['B: discord']);
    await pass(10);
    expect(told.filter((text) => text === 'C: chatbot').length).toBe(2);
  });
});
