import { describe, expect, it } from '@jest/globals';
import { tag } from '../../../test/ports.js';
import { unmarked } from '../../text/marked-text.js';
import { noMorphology, type Morphology } from '../../engines/morphology.js';
import { TermMatchers } from './term-matchers.js';
import type { Terminology } from '../terminology.js';
import { withTerms } from './terms.js';

const REQUEST = { owner: 'o', glossaryIds: ['g'], source: tag('en'), target: tag('es') };

/** Glossaries by id, all texts that were read, and what was asked of the morphology. */
function setUp(texts: Record<string, string>, morphology: Morphology = noMorphology) {
  const loads: string[] = [];
  const terminology: Terminology = {
    dictionaries: ({ glossaryIds }) =>
      Promise.resolve(
        glossaryIds.map((glossaryId) => ({
          glossaryId,
          version: glossaryId,
          load: async () => {
            loads.push(glossaryId);
            await new Promise((resolve) => setImmediate(resolve));
            const text = texts[glossaryId];
            if (text === undefined) throw new Error('away');
            return { version: glossaryId, text };
          },
        })),
      ),
  };
  return { loads, texts, matchers: new TermMatchers(terminology, morphology) };
}

/** Close to the 10 MiB of the specification. */
const largest = (count = 760_000): string =>
  Array.from({ length: count }, (_unused, n) => `w${n}\tt${n}`).join('\n');

describe('TermMatchers', () => {
  it('reads a glossary once for all who ask at once', async () => {
    let asked = 0;
    const { matchers, loads } = setUp(
      { g: 'house\tcasa' },
      {
        forms: (direction, entries) => {
          asked += 1;
          return noMorphology.forms(direction, entries);
        },
      },
    );

    const found = await Promise.all(Array.from({ length: 40 }, () => matchers.matcher(REQUEST)));

    expect(withTerms(unmarked('the house'), found[39]).terms).toMatchObject([{ target: 'casa' }]);
    expect(loads).toEqual(['g']);
    expect(asked).toBe(1);
  });

  it('asks again after a failure', async () => {
    const { matchers, texts } = setUp({});

    await expect(matchers.matcher(REQUEST)).rejects.toThrow('away');
    texts['g'] = 'house\tcasa';

    const matcher = await matchers.matcher(REQUEST);
    expect(withTerms(unmarked('house'), matcher).terms).toHaveLength(1);
  });

  it('keeps three largest glossaries, and lets others go on while it reads one', async () => {
    const text = largest();
    const { matchers, loads } = setUp({ a: text, b: text, c: text });
    const matcherOf = (id: string) => matchers.matcher({ ...REQUEST, glossaryIds: [id] });
    let turns = 0;
    const others = setInterval(() => (turns += 1), 1);

    const matcher = await matcherOf('a');
    clearInterval(others);

    // How often depends on the machine; without pauses it is never.
    expect(turns).toBeGreaterThan(1);
    expect(withTerms(unmarked('a W759999 and w0'), matcher).terms).toMatchObject([
      { source: 'w759999', target: 't759999' },
      { source: 'w0', target: 't0' },
    ]);
    for (const id of ['b', 'c', 'a', 'b', 'c']) await matcherOf(id);
    expect(loads).toEqual(['a', 'b', 'c']);
  });
});
