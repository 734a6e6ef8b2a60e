import { describe, expect, it } from '@jest/globals';
import { ListeningSession, type ListeningUses } from './listening-session.js';

const uses = {
  transcriber: { by: 'test', write: () => Promise.resolve({ text: '', words: [] }) },
  activity: { spansOf: () => Promise.resolve([]) },
  usage: { record: () => Promise.resolve() },
} as unknown as ListeningUses;

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
