import { describe, expect, it } from '@jest/globals';
import type { Translator } from '../../translation/translator.js';
import { translateUnits, union, type Stretch, type UnitsContext } from './document-translation.js';
import type { DocumentUnit } from '../formats/document-format.js';

interface Asked {
  readonly text: string;
  readonly signal: AbortSignal;
  readonly done: () => void;
  readonly fail: (error: Error) => void;
}

/** Units that are a stretch each. */
const units = (count: number): DocumentUnit[] =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'plain' as const,
    text: `${at} ${'x'.repeat(15_000)}`,
  }));

/** An engine that answers when it is told to, and stops when nobody waits. */
function engine() {
  const asked: Asked[] = [];
  const translator = {
    translate: ({ texts, signal }: { texts: readonly string[]; signal: AbortSignal }) =>
      new Promise((resolve, reject) => {
        const text = texts[0]?.split(' ')[0] ?? '';
        const done = () =>
          resolve(texts.map(() => ({ text: `done ${text}`, placeholderFormats: [] })));
        asked.push({ text, signal, done, fail: reject });
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  } as unknown as Translator;
  return { asked, translator };
}

const context = (more: Partial<UnitsContext> = {}): UnitsContext => ({
  owner: 'acme',
  request: { filename: 'a.txt', targetLang: 'ES', options: {} },
  signal: new AbortController().signal,
  goesOn: () => true,
  runsAhead: () => true,
  ...more,
});

const texts = (asked: readonly Asked[]) => asked.map(({ text }) => text);

const textsIn = ({ value }: IteratorResult<Stretch, void>) => value?.texts;

describe('the units of a document', () => {
  it('are with the engine while those before are stored', async () => {
    const { asked, translator } = engine();
    const stretches = translateUnits(translator, units(3), context());

    const first = stretches.next();
    expect(texts(asked)).toEqual(['0', '1']);
    asked[0]?.done();
    expect(textsIn(await first)).toEqual(['done 0']);
    expect(texts(asked)).toEqual(['0', '1', '2']);
  });

  it('begin with a short stretch, so that an engine that serves two by turns is never without work', async () => {
    const lengths: number[] = [];
    const translator = {
      translate: ({ texts: asked }: { texts: readonly string[] }) => {
        lengths.push(asked.join('').length);
        return Promise.resolve(asked.map((text) => ({ text, placeholderFormats: [] })));
      },
    } as unknown as Translator;
    const text = 'x'.repeat(1000);
    const many = Array.from({ length: 60 }, () => ({ kind: 'plain' as const, text }));

    for await (const stretch of translateUnits(translator, many, context())) {
      expect(stretch.texts.length).toBeGreaterThan(0);
    }

    expect(lengths).toEqual([10_000, 20_000, 20_000, 10_000]);
  });

  it('are one stretch at a time while others wait', async () => {
    const { asked, translator } = engine();
    const stretches = translateUnits(translator, units(3), context({ runsAhead: () => false }));

    const first = stretches.next();
    expect(texts(asked)).toEqual(['0']);
    asked[0]?.done();
    await first;
    expect(texts(asked)).toEqual(['0', '1']);
  });

  it('are not begun any more at the end of the turn; what is under way is waited for', async () => {
    const { asked, translator } = engine();
    const stretches = translateUnits(translator, units(3), context({ goesOn: () => false }));

    const first = stretches.next();
    asked[0]?.done();
    asked[1]?.done();
    expect([textsIn(await first), textsIn(await stretches.next())]).toEqual([
      ['done 0'],
      ['done 1'],
    ]);
    expect(await stretches.next()).toEqual({ done: true, value: undefined });
    expect(texts(asked)).toEqual(['0', '1']);
  });

  it('keep what came before a failure', async () => {
    const { asked, translator } = engine();
    const stretches = translateUnits(translator, units(2), context());

    const first = stretches.next();
    asked[1]?.fail(new Error('broken'));
    asked[0]?.done();
    expect(textsIn(await first)).toEqual(['done 0']);
    await expect(stretches.next()).rejects.toThrow('broken');
  });

  it.each([
    ['the first fails', true],
    ['nobody wants the rest', false],
  ])('leave nothing with the engine when %s', async (_what, fails) => {
    const { asked, translator } = engine();
    const stretches = translateUnits(translator, units(3), context());

    const first = stretches.next();
    if (fails) {
      asked[0]?.fail(new Error('broken'));
      await expect(first).rejects.toThrow('broken');
    } else {
      asked[0]?.done();
      await first;
      await stretches.return();
    }

    expect(asked.slice(1).map(({ signal }) => signal.aborted)).not.toContain(false);
  });
});

it('formats of placeholders are told once, in their usual order', () => {
  expect(union([['python'], [], ['icu', 'printf'], ['python']])).toEqual([
    'icu',
    'printf',
    'python',
  ]);
});
