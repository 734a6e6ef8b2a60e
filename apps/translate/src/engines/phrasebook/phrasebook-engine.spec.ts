import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseLanguage, type LanguageTag } from '../../languages/language.js';
import { PhrasebookEngine } from './phrasebook-engine.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'phrases-'));
});

afterEach(() => rm(folder, { recursive: true }));

const write = (name: string, text: string) => writeFile(join(folder, name), text);
const language = (code: string): LanguageTag => {
  const tag = parseLanguage(code);
  if (tag === undefined) throw new Error(code);
  return tag;
};

async function answers(threshold: number, ...texts: readonly string[]) {
  const engine = await PhrasebookEngine.load(folder, threshold);
  return await engine.translate({
    source: language('en'),
    target: language('es'),
    segments: texts.map((text) => ({ text, spans: [] })),
    options: {},
  });
}

describe('PhrasebookEngine', () => {
  it('answers phrases of TSV and TMX files, and nothing else', async () => {
    await write('a.tsv', 'en\tes\nGood morning\tBuenos días\n');
    await write(
      'b.tmx',
      '<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Thanks</seg></tuv>' +
        '<tuv xml:lang="es"><seg>Gracias</seg></tuv></tu></body></tmx>',
    );

    expect(await answers(100, 'Good morning', 'Thanks', 'Bye')).toEqual([
      { kind: 'translated', text: 'Buenos días', spans: [], origin: 'a.tsv' },
      { kind: 'translated', text: 'Gracias', spans: [], origin: 'b.tmx' },
      { kind: 'unknown' },
    ]);
  });

  it('answers phrases that are like enough', async () => {
    await write('a.tsv', 'en\tes\nGood morning!\tBuenos días\n');

    const [like] = await answers(90, 'good morning!');
    const [unlike] = await answers(100, 'good morning!');

    expect([like?.kind, unlike?.kind]).toEqual(['translated', 'unknown']);
  });

  it('leaves texts with markup to other engines', async () => {
    await write('a.tsv', 'en\tes\nHi\tHola\n');
    const engine = await PhrasebookEngine.load(folder, 100);

    const [answer] = await engine.translate({
      source: language('en'),
      target: language('es'),
      segments: [{ text: 'Hi', spans: [{ id: 1, kind: 'tag', start: 0, end: 2 }] }],
      options: {},
    });

    expect(answer).toEqual({ kind: 'unknown' });
  });

  it('names files that it cannot read, and uses the others', async () => {
    await write('a.tsv', 'en\tes\nHi\tHola\n');
    await write('header.tsv', 'English\tSpanish!\nHi\tHola\n');
    await write('row.tsv', 'en\tes\nHi\n');
    await write('root.tmx', '<html/>');
    await write('notes.txt', 'not a phrasebook');

    const engine = await PhrasebookEngine.load(folder, 100);

    expect(engine.state()).toEqual({
      status: 'up',
      pairs: 1,
      broken: [
        { name: 'header.tsv', directions: [], reason: expect.stringContaining('language codes') },
        { name: 'root.tmx', directions: [], reason: expect.stringContaining('Malformed TMX') },
        { name: 'row.tsv', directions: [], reason: expect.stringContaining('Line 2') },
      ],
    });
  });
});
