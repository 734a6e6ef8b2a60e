import { expect, it } from '@jest/globals';
import type { Gates } from '../access/gates.js';
import type { Caller } from '../access/scopes.js';
import { admit } from './live-admission.js';
import { LiveSession } from './live-session.js';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { LiveSessions } from './live-sessions.js';
import type { LiveListener, LiveTalk } from './live-talk.js';

it('begins no session any more when the process ends', () => {
  const sessions = new LiveSessions(
    { liveSessions: 10, liveResumeSeconds: 30 },
    new Metrics('speech'),
  );
  sessions.requireRoom();
  sessions.close();

  expect(() => sessions.requireRoom()).toThrow('This process ends.');
});

it('leaves places for others, however many keys a workspace has', () => {
  const sessions = new LiveSessions(
    { liveSessions: 8, liveResumeSeconds: 30 },
    new Metrics('speech'),
  );
  const open = (workspace: string, rootId: string) => {
    const { signal } = new AbortController();
    const request = { workspace, signal } as ConstructorParameters<
      typeof LiveSession
    >[1]['request'];
    const session = new LiveSession({} as ConstructorParameters<typeof LiveSession>[0], {
      ...{ request, language: 'en', maxWaitMs: 1000 },
    });
    const listener = { take: () => undefined, end: () => undefined } as never;
    const caller = { workspace, rootId } as Caller;
    sessions.open(session, {
      ...{ caller, listener, inactivitySeconds: 60 },
      ...{ release: () => undefined, continueAs: () => undefined },
    });
  };
  for (const key of ['k1', 'k2', 'k3', 'k4']) open('greedy', key);

  expect(() => open('greedy', 'k5')).toThrow('as are left for all others');
  expect(() => open('another', 'k6')).not.toThrow();
  expect(() => open('another', 'k6')).not.toThrow();
  expect(() => open('third', 'k7')).not.toThrow();
  sessions.close();
});

it('goes on with the token of the connection that resumed it, when the first one has run out', async () => {
  const good = new Set(['Bearer first', 'Bearer second']);
  const caller = { workspace: 'default', rootId: 'token:studio:ada', scopes: ['audio:all'] };
  const gates = {
    find: (credentials: string) => Promise.resolve(good.has(credentials) ? caller : undefined),
    limiter: { consume: () => Promise.resolve({ allowed: true, resetMs: 0 }) },
    concurrency: { begin: () => () => undefined },
  } as unknown as Gates;
  const listener: LiveListener<never> = {
    tell: () => Promise.resolve(),
    end: () => undefined,
  };
  const talk = { run: () => new Promise<void>(() => undefined), outbox: { reaches: () => true } };
  const sessions = new LiveSessions<LiveTalk>(
    { liveSessions: 10, liveResumeSeconds: 30 },
    new Metrics('speech'),
  );
  const first = await admit(gates, 'Bearer first');
  const { id } = sessions.open(talk as unknown as LiveTalk, {
    ...first,
    ...{ listener, inactivitySeconds: 60 },
  });

  sessions.resume(id, 0, await admit(gates, 'Bearer second'), listener);
  good.delete('Bearer first');
  await expect(first.requireAccess()).resolves.toBeUndefined();
  good.delete('Bearer second');
  await expect(first.requireAccess()).rejects.toThrow();
});
