import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { direction } from '../../../../test/ports.js';
import { isFaithful, type MarkedText, type Span } from '../../../text/marked-text.js';
import type { EngineAnswer } from '../../translation-engine.js';
import { ApertiumEngine } from '../apertium-engine.js';

const EN_ES = direction('en', 'es');
const ES_PT = direction('es', 'pt');
const silent = { info: () => undefined, warn: () => undefined };

// Other processes may keep the machine busy.

/** A segment from its spelling: `<b>tags</b>`, `<br/>`, `{protected}`, `{term|its target}`. */
function segment(spelling: string): MarkedText {
  const spans: Span[] = [];
  const open: number[] = [];
  let text = '';
  const add = (
    content: string,
    rest: { kind: 'tag' | 'protected' } | { kind: 'term'; target: string },
  ) => {
    const parent = open.at(-1);
    const id = spans.length;
    const range = { start: text.length, end: text.length + content.length };
    spans.push({ id, ...range, ...rest, ...(parent === undefined ? {} : { parent }) });
    text += content;
    return id;
  };
  for (const match of spelling.matchAll(/<(\/?)\w+(\/?)>|\{([^|}]*)(?:\|([^}]*))?\}|([^<{]+)/g)) {
    const [, isClosing, isEmpty, fixed, target, words] = match;
    if (words !== undefined) text += words;
    else if (fixed !== undefined)
      add(fixed, target === undefined ? { kind: 'protected' } : { kind: 'term', target });
    else if (isClosing === '/') {
      const id = open.pop()!;
      spans[id] = { ...spans[id]!, end: text.length };
    } else {
      const id = add('', { kind: 'tag' });
      if (isEmpty !== '/') open.push(id);
    }
  }
  return { text, spans };
}

/** The answer with its spans as `<0>words</0>`. */
function shown(answer: EngineAnswer | undefined): string {
  if (answer?.kind !== 'translated') return answer?.kind ?? 'nothing';
  const { text, spans } = answer;
  let result = '';
  for (let at = 0; at <= text.length; at += 1) {
    const ending = spans.filter(({ start, end }) => end === at && start < at);
    result += ending
      .reverse()
      .map(({ id }) => `</${id}>`)
      .join('');
    for (const { id, start, end } of spans) {
      if (start === at) result += end === at ? `<${id}/>` : `<${id}>`;
    }
    result += text.charAt(at);
  }
  return result;
}

describe('marked translation', () => {
  let engine: ApertiumEngine;

  beforeAll(() => {
    engine = new ApertiumEngine({}, silent);
  });

  afterAll(() => engine.close());

  const translate = async (spelling: string, pair = EN_ES, wantsUnknownWords = false) => {
    const request = { ...pair, segments: [segment(spelling)], options: {}, wantsUnknownWords };
    return (await engine.translate(request))[0];
  };

  it.each([
    ['tags follow their words', 'The <b>red</b> <i>house</i>.', 'La <1>casa</1> <0>roja</0>.'],
    ['a tag grows with its words', 'The <b>red house</b>.', 'La <0>casa roja</0>.'],
    [
      'tags inside of others stay inside',
      'See <a>the <b>white books</b> of my <i>friend</i></a>.',
      'Ver <0>los <1>libros blancos</1> de mi <2>amigo</2></0>.',
    ],
    [
      'a tag whose words come apart keeps the longest part that no neighbour is in',
      '<b>The red</b> <i>house</i>.',
      'La <1>casa</1> <0>roja</0>.',
    ],
    [
      'protected content comes out as it is',
      'He saw the {Acme Widget}.',
      'Vio el <0>Acme Widget</0>.',
    ],
    [
      'terms come out as their target',
      'The {credit card|carnet} is here.',
      'El <0>carnet</0> es aquí.',
    ],
    ['empty tags stay between their words', 'The house<br/> is big.', 'La casa<0/> es grande.'],
    ['signs are followed', 'The house <b>—</b> here<b>!</b>', 'La casa <0>—</0> aquí<1>!</1>'],
    [
      'signs stay in their tags',
      'Call <b>+34 600</b> or <i>x = y</i>.',
      'Llamada <0>+34 600</0> o <1>x = y</1>.',
    ],
    ['a tag inside of a word cannot be', 'The house<b>s</b>.', 'unplaced'],
    ['words that are left out leave no place', '<b>He</b> saw it.', 'unplaced'],
  ])('%s', async (_rule, spelling, expected) => {
    expect(shown(await translate(spelling))).toBe(expected);
  });

  it('works with a transfer that looks words up itself', async () => {
    expect(shown(await translate('La <b>casa</b> <i>blanca</i>.', ES_PT))).toBe(
      'A <0>casa</0> <1>branca</1>.',
    );
  });

  it('names unknown words, not stand-ins for fixed content', async () => {
    const answer = await translate('The blorx of {Acme} *is* #flurb and @x.', EN_ES, true);

    expect(answer).toMatchObject({ unknownWords: ['blorx', 'flurb'] });
    expect(shown(answer)).toMatch(/^El blorx de <0>Acme<\/0> \*es\* #flurb y @x\.$/);
  });

  it('translates plain words as without spans', async () => {
    const text = 'The government has announced new measures, and a lot of people like them.';
    const plain = await translate(text);
    const marked = await translate(text, EN_ES, true);

    expect(shown(marked)).toBe(shown(plain));
  });

  it('loses no span and breaks no process, whatever the text', async () => {
    await translate('<b>x</b>');
    const word = fc.constantFrom(
      ...'the red house of a lot (12%) [[t:s:0]]x[[/]] \\[k0] ^x/y<n>$ *a #b @c ~ http://x.y/z \u00a0 \ud800 \uffff — . 日本'.split(
        ' ',
      ),
    );
    const spelling = fc.letrec<{ content: string; part: string }>((tie) => ({
      content: fc.array(tie('part'), { maxLength: 6 }).map((parts) => parts.join(' ')),
      part: fc.oneof(
        { depthSize: 'small' },
        word.map((text) => text.replace(/[<{}]/g, '')),
        fc.constantFrom('<br/>', '{Acme Ltd}', '{term|ziel}', '\n', '  '),
        tie('content').map((inside) => `<b>${inside}</b>`),
      ),
    }));

    await fc.assert(
      fc.asyncProperty(fc.array(spelling.content, { minLength: 1, maxLength: 5 }), async (list) => {
        const segments = list.map(segment).filter(({ text }) => /\p{L}/u.test(text));
        const answers = await engine.translate({ ...EN_ES, segments, options: {} });

        answers.forEach((answer, index) => {
          if (answer.kind !== 'translated') return;
          expect(isFaithful(segments[index]!, answer.spans, answer.text)).toBe(true);
        });
      }),
      { numRuns: 300 },
    );
  });
});

describe('a mode', () => {
  it('that cannot be followed still translates plain texts', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'modes-'));
    // It has neither an analyser nor a generator between which blanks could be bound to words.
    writeFileSync(join(directory, 'spa-eng.mode'), 'sed -u s/a/b/');
    const engine = new ApertiumEngine({ modeDirectories: [directory] }, silent);
    const back = direction('es', 'en');

    try {
      const marked = await engine.translate({
        ...back,
        segments: [segment('a <b>b</b>'), segment('plain')],
        options: {},
      });

      expect(marked.map(({ kind }) => kind)).toEqual(['unplaced', 'translated']);
      expect(engine.directions()).toContainEqual(expect.objectContaining(back));
    } finally {
      await engine.close();
      rmSync(directory, { recursive: true });
    }
  });
});

describe('the memory of the modes', () => {
  it('is measured and kept below the budget: what is idle goes', async () => {
    const evicted: unknown[] = [];
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const log = {
      ...silent,
      info: (event: string, fields: Readonly<Record<string, unknown>>) => {
        if (event !== 'engine.pipeline_evicted') return;
        evicted.push(fields);
        resolve(fields);
      },
    };
    const engine = new ApertiumEngine({ memoryBytes: 1024 * 1024 }, log);

    try {
      for (const pair of [ES_PT, EN_ES]) {
        await engine.translate({ ...pair, segments: [segment('casa')], options: {} });
      }
      await promise;

      expect(evicted).toEqual([
        { mode: 'es-pt', bytes: expect.any(Number), totalBytes: expect.any(Number) },
      ]);
      expect((evicted[0] as { bytes: number }).bytes).toBeGreaterThan(10 * 1024 * 1024);
      expect(engine.pids(ES_PT)).toEqual([]);
      expect(engine.pids(EN_ES)).not.toEqual([]);
    } finally {
      await engine.close();
    }
  });
});
