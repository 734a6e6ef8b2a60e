import { expect, it } from '@jest/globals';
import { LiveSessions } from './live-sessions.js';

it('begins no session any more when the process ends', () => {
  const sessions = new LiveSessions({ most: 10, resumeSeconds: 30 });
  sessions.requireRoom();
  sessions.close();

  expect(() => sessions.requireRoom()).toThrow('This process ends.');
});
