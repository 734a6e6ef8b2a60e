import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import type { Source } from '../../src/engines/onnx/sequence-model.js';
import { TextCodec } from '../../src/engines/onnx/text-codec.js';
import { TINY_M2M100, TINY_MARIAN } from '../tiny-models.js';

/** What PyTorch generated, token by token, with the token that it began with. */
interface Expected {
  readonly text: string;
  readonly beams: number;
  readonly target?: string;
  readonly ids: readonly number[];
  readonly translation?: string;
}

const expectedOf = (name: string): readonly Expected[] =>
  JSON.parse(
    readFileSync(
      fileURLToPath(new URL(`../fixtures/${name}.expected.json`, import.meta.url)),
      'utf8',
    ),
  ) as Expected[];

const tokensOf = (codec: TextCodec, text: string): readonly number[] =>
  codec.pieces(text, 1000).flatMap((piece) => (piece.kind === 'tokens' ? piece.tokens : []));

/** In a process of its own, as the service does it: the runtime takes no arrays of a test's realm. */
async function generated(
  folder: string,
  groups: readonly (readonly Source[])[],
): Promise<readonly (readonly (readonly number[])[])[]> {
  const module = new URL('../../dist/engines/onnx/sequence-model.js', import.meta.url).href;
  const program = `
    const [folder, groups] = JSON.parse(process.argv[1]);
    const { SequenceModel } = await import(${JSON.stringify(module)});
    const model = await SequenceModel.load(folder, 1);
    const answers = [];
    for (const sources of groups) answers.push(await model.translate(sources));
    process.stdout.write(JSON.stringify(answers));`;
  const argv = ['--input-type=module', '-e', program, JSON.stringify([folder, groups])];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  return JSON.parse(stdout) as number[][][];
}

describe('a Marian model', () => {
  const codec = new TextCodec(TINY_MARIAN);
  const all = expectedOf('tiny-marian');
  const sources = all.map(({ text, beams }) => ({ tokens: [...tokensOf(codec, text), 0], beams }));

  it('writes what PyTorch writes, token by token, and so it does with all texts side by side', async () => {
    const [together = [], ...alone] = await generated(TINY_MARIAN, [
      sources,
      ...sources.map((source) => [source]),
    ]);

    expect(all).toHaveLength(33);
    all.forEach((expected, at) => {
      const [tokens = []] = alone[at] ?? [];
      expect([expected.text, tokens]).toEqual([expected.text, expected.ids.slice(1)]);
      expect(codec.decode(tokens)).toBe(expected.translation?.trim());
    });
    expect(together).toEqual(alone.flat());
  });
});

describe('an M2M-100 model', () => {
  const codec = new TextCodec(TINY_M2M100);

  it('writes what PyTorch writes, told both languages by their tokens', async () => {
    const all = expectedOf('tiny-m2m100');
    const groups = all.map(({ text, beams, target = '' }) => [
      {
        tokens: [codec.idOf('__en__'), ...tokensOf(codec, text), 2],
        beams,
        forcedFirst: codec.idOf(target),
      },
    ]);

    const answers = await generated(TINY_M2M100, groups);

    expect(all).toHaveLength(12);
    expect(answers.flat()).toEqual(all.map(({ ids }) => ids.slice(1)));
  });
});

describe('texts as tokens', () => {
  const codec = new TextCodec(TINY_MARIAN);

  it('keeps what the model has no token for, and the white space around what it has', () => {
    const pieces = codec.pieces(' The house 🏠 and\u00a0漢字 now. ', 100);

    const verbatim = pieces.flatMap((piece) => (piece.kind === 'verbatim' ? [piece.text] : []));
    expect(verbatim.filter((text) => text.trim() !== '')).toEqual(['🏠', '漢字']);
    expect(verbatim[0]).toBe(' ');
    expect(verbatim.at(-1)).toBe(' ');
  });

  it.each([
    ['sentences', 'The house is big. '.repeat(300).trim()],
    ['words', 'house '.repeat(3000).trim()],
    ['nothing to cut at', 'house'.repeat(3000)],
  ])('cuts what is too long, at %s', (_name, text) => {
    const pieces = codec.pieces(text, 100);
    const tokens = pieces.filter((piece) => piece.kind === 'tokens');

    expect(tokens.length).toBeGreaterThan(10);
    expect(Math.max(...tokens.map((piece) => piece.tokens.length))).toBeLessThanOrEqual(100);
    const together = pieces.map((piece) =>
      piece.kind === 'verbatim' ? piece.text : codec.decode(piece.tokens),
    );
    expect(together.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  });
});
