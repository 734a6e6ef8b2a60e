import { describe, expect, it } from '@jest/globals';
import { defaultFormatOf } from '../audio/audio-format.js';
import { SpeechEncoding } from '../synthesis/streams/encoded-stream.js';
import { LiveSession } from './live-session.js';

const notNeeded = () => Promise.reject(new Error('Nothing is said here.'));

function silentSession(): LiveSession {
  const format = defaultFormatOf('pcm');
  if (format === undefined) throw new Error('There is no such format.');
  const uses = {
    speech: { prepare: notNeeded },
    encoding: new SpeechEncoding({ create: notNeeded }),
    usage: { record: notNeeded },
  };
  const request = {
    workspace: 'default',
    voiceId: 'george',
    format,
    normalizesText: true,
    normalizesLoudness: false,
    requireAccess: notNeeded,
    signal: new AbortController().signal,
  };
  return new LiveSession(uses, { request, language: 'en-US', maxWaitMs: 1000 });
}

describe('a session that says nothing yet', () => {
  it.each(['flush', 'clear'] as const)('has no room for any number of %p', (turn) => {
    const session = silentSession();
    for (let time = 0; time < 40; time += 1) session[turn]();
    expect(session.hasRoom).toBe(true);
    for (let time = 0; time < 40; time += 1) session[turn]();

    expect(session.hasRoom).toBe(false);
    session.close();
  });
});
