import { describe, expect, it } from '@jest/globals';
import { ListeningSession, type ListeningUses } from './listening-session.js';

const uses = {
  transcriber: { by: 'test', write: () => Promise.resolve({ text: '', words: [] }) },
  streaming: { isInstalled: false },
  activity: { spansOf: () => Promise.resolve([]) },
  usage: { recordSoFar: () => Promise.resolve() },
} as unknown as ListeningUses;

describe('what is being said', () => {
  it('is heard again and again for a few times its length only, however long somebody goes on', async () => {
    let heardSeconds = 0;
    const write: ListeningUses['transcriber']['write'] = ({ pcm }) => {
      heardSeconds += pcm.length / 16_000;
      return Promise.resolve({ text: 'on and on', words: [] });
    };
    const session = new ListeningSession(
      {
        ...uses,
        transcriber: { by: 'test', write },
        activity: { spansOf: () => Promise.resolve([{ from: 0, until: 1 }]) },
      } as unknown as ListeningUses,
      {
        ...{ workspace: 'default', language: undefined, tellsInterim: true, endsAtPauses: true },
        requireAccess: () => Promise.resolve(),
      },
    );
    session.outbox.attach({ tell: () => Promise.resolve() }, 0);
    const over = session.run();
    const tenth = Int16Array.from({ length: 1600 }, (_, n) => 8000 * Math.sin(n / 5));

    for (let tenths = 0; tenths < 270; tenths += 1) {
      session.hear(tenth);
      for (let turns = 0; turns < 5; turns += 1) await new Promise(setImmediate);
    }
    session.end();
    await over;

    // Once for each second of 27 would be 378, and 27 once more at the end.
    expect(heardSeconds).toBeGreaterThan(60);
    expect(heardSeconds).toBeLessThan(250);
  });
});

describe('who ends utterances faster than they are heard', () => {
  it('is not read meanwhile, though nothing was said', () => {
    const session = new ListeningSession(uses, {
      ...{ workspace: 'default', language: undefined, tellsInterim: false, endsAtPauses: false },
      requireAccess: () => new Promise(() => undefined),
    });

    for (let commits = 0; commits < 50; commits += 1) session.commit();

    expect(session.hasRoom).toBe(false);
    session.close();
  });
});
