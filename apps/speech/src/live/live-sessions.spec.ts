import { expect, it } from '@jest/globals';
import type { Caller } from '../access/scopes.js';
import { LiveSession } from './live-session.js';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { LiveSessions } from './live-sessions.js';

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
    sessions.open(session, { caller, listener, inactivitySeconds: 60, release: () => undefined });
  };
  for (const key of ['k1', 'k2', 'k3', 'k4']) open('greedy', key);

  expect(() => open('greedy', 'k5')).toThrow('as are left for all others');
  expect(() => open('another', 'k6')).not.toThrow();
  expect(() => open('another', 'k6')).not.toThrow();
  expect(() => open('third', 'k7')).not.toThrow();
  sessions.close();
});
