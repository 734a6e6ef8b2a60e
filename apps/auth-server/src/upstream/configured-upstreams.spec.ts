import { describe, expect, it } from '@jest/globals';
import { secureRandom, systemClock } from '@sextant/platform-runtime/clock';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { ConfiguredUpstreams } from './configured-upstreams.js';
import type { UpstreamEntry } from './upstream-file.js';

const entry = (id: string): UpstreamEntry => ({
  ...{ id, name: id, client_id: 'us', issuer: `https://${id}.example.org` },
});

describe('providers that are kept in the database', () => {
  it('are those of the last change, however late an earlier answer is', async () => {
    const rows = [[entry('removed')], [entry('kept')]];
    let answerFirst = (): void => undefined;
    const isLate = new Promise<void>((resolve) => {
      answerFirst = resolve;
    });
    let asked = 0;
    const list = async () => {
      asked += 1;
      if (asked > 1) return rows[1] ?? [];
      await isLate;
      return rows[0] ?? [];
    };
    let changed = (): void | Promise<void> => undefined;
    const upstreams = new ConfiguredUpstreams(
      { upstreamsFile: undefined },
      { issuer: 'https://id.example.org', brand: 'Sextant' },
      { list, put: () => Promise.resolve(), remove: () => Promise.resolve() },
      silentLogger,
      {
        on: (_thing, listener) => {
          changed = listener;
        },
      },
      systemClock,
      secureRandom,
    );

    const first = changed();
    const second = changed();
    await Promise.race([second, new Promise((resolve) => setImmediate(resolve))]);
    answerFirst();
    await Promise.all([first, second]);

    expect(upstreams.all.map(({ id }) => id)).toEqual(['kept']);
  });
});
