import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import type { RelayEvent } from '../events/event.js';
import type { Silences } from '../sinks/actions/action.js';
import type { Intake } from '../intake/intake.js';
import type { Escalations } from '../on-call/escalations.js';
import type { RelayConfig } from '../options/config.js';
import { CurrentConfig } from '../options/current-config.js';
import type { Settled, Spool } from '../spool/spool.js';
import { Actions } from './actions.js';
import type { ConfiguredSilences } from './configured-silences.js';

const EVENT: RelayEvent = {
  id: 'e1',
  source: 'alertmanager',
  channel: 'relay/alertmanager',
  type: 'AlertmanagerEvent',
  eventType: 'org.sextant.relay.alertmanager.alert.firing.v1',
  key: 'alert/1',
  subject: 'DiskFull',
  time: '2026-11-25T07:00:00Z',
  receivedMs: 0,
  labels: {},
  data: {
    ...{ fingerprint: 'f', status: 'firing', startsAt: '2026-11-25T07:00:00Z' },
    labels: { alertname: 'DiskFull' },
  },
};

/** An Alertmanager, and a disk on which what is accepted may find no room. */
function surroundings() {
  const replies = new Map<string, Readonly<Record<string, unknown>>>();
  const made: Parameters<Silences['silence']>[0][] = [];
  const state = { isFull: false, losesAnswers: false };
  const silences: Silences = {
    silence: (wish) => {
      made.push(wish);
      return state.losesAnswers ? Promise.reject(new Error('timeout')) : Promise.resolve('s-1');
    },
    isMade: ({ requestId }) => Promise.resolve(made.some((wish) => wish.requestId === requestId)),
    resolve: () => Promise.resolve(),
  };
  const spool = {
    due: () => Promise.resolve([]),
    reply: (_place: unknown, key: string) => {
      const reply = replies.get(key);
      return Promise.resolve(reply === undefined ? undefined : { reply, atMs: 0 });
    },
    settle: ({ replies: kept }: Settled) => {
      for (const { key, reply } of kept) replies.set(key, reply);
      return Promise.resolve();
    },
  } as unknown as Spool;
  const intake = {
    accept: () => (state.isFull ? Promise.reject(new Error('full')) : Promise.resolve()),
  } as unknown as Intake;
  const clock = new FakeClock('2026-11-25T08:00:00Z');
  const options = {
    actionUsers: { 'slack:U7': 'Anna' },
    actionMorning: '08:00',
    actionZone: 'UTC',
  };
  const actions = new Actions(
    spool,
    intake,
    clock,
    new CurrentConfig(options as unknown as RelayConfig),
    { alertmanager: silences } as unknown as ConfiguredSilences,
    { stop: () => Promise.resolve() } as unknown as Escalations,
  );
  return { actions, state, made, clock };
}

describe('a silence from a chat', () => {
  it.each([
    ['what follows it failed', { isFull: true }],
    ['its answer was lost', { losesAnswers: true }],
  ])('is made once when somebody presses again because %s', async (_why, trouble) => {
    const { actions, state, made, clock } = surroundings();
    const token = (await actions.remember(EVENT, 'DiskFull')) ?? '';
    const press = (requestId: string, kind: 'silence-1h' | 'silence-4h' = 'silence-1h') =>
      actions.perform({ chat: 'slack', userId: 'U7', token, kind, requestId });

    Object.assign(state, trouble);
    expect(await press('first')).toMatchObject({ kind: 'refused' });
    Object.assign(state, { isFull: false, losesAnswers: false });
    clock.advance(60_000);

    expect(await press('second')).toMatchObject({
      kind: 'done',
      // As long as the one that was made.
      notes: ['silenced by Anna at 08:01 UTC until 09:00 UTC'],
    });
    expect(made).toHaveLength(1);
  });

  it('is made anew for another time than the one that was not told of', async () => {
    const { actions, state, made } = surroundings();
    const token = (await actions.remember(EVENT, 'DiskFull')) ?? '';
    const request = { chat: 'slack', userId: 'U7', token } as const;

    state.isFull = true;
    await actions.perform({ ...request, kind: 'silence-1h', requestId: 'first' });
    state.isFull = false;
    await actions.perform({ ...request, kind: 'silence-4h', requestId: 'second' });

    expect(made.map(({ requestId }) => requestId)).toEqual(['first', 'second']);
  });
});
