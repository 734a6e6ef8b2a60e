import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { startModelHub, type ModelHub } from '@sextant/platform-testing';
import { modelsCommand, type ModelsSurroundings } from './models-command.js';
import { onnxMetadata } from './onnx-metadata.js';
import { preparePiper, unlessDenied } from './piper-voice.js';

/** A version, and a graph of 60,000 bytes: what an ONNX file has at least. */
const ONNX = Buffer.concat([
  Buffer.from([0x08, 8, 0x3a, 0xe0, 0xd4, 0x03]),
  Buffer.alloc(60_000, 1),
]);

const CONFIG = {
  audio: { sample_rate: 22050, quality: 'medium' },
  espeak: { voice: 'en-us' },
  language: { code: 'en_US', name_english: 'English' },
  inference: { noise_scale: 0.667, length_scale: 1, noise_w: 0.8 },
  num_speakers: 1,
  speaker_id_map: {},
  phoneme_type: 'espeak',
  phoneme_id_map: { _: [0], '^': [1], $: [2], ' ': [3], '\n': [4], a: [14], ˈ: [120] },
};
const card = (licence: string, training: string): string =>
  `# Model card for x (medium)\n\n* Language: en_US (English, United States)\n* Speakers: 1\n\n` +
  `## Dataset\n\n* URL: https://example.org\n* License: ${licence}\n\n## Training\n\n${training}\n`;

let published: string;
let hub: ModelHub;
let folder: string;

beforeAll(async () => {
  published = mkdtempSync(join(tmpdir(), 'sextant-hub-'));
  publish('en_US-joe-medium', {
    card: card('CC0', 'Finetuned from U.S. English lessac voice (medium quality).'),
  });
  publish('en_US-ljspeech-medium', {
    card: card('public domain', 'Single speaker. Trained from scratch for 1000 epochs.'),
  });
  publish('en_US-ryan-medium', { card: card('CC BY-NC-SA 4.0', 'Trained from scratch') });
  publish('en_US-nobody-low', {});
  publish('de_DE-mls-medium', {
    config: {
      ...CONFIG,
      ...{ espeak: { voice: 'nl' }, num_speakers: 3, language: { code: 'de_DE' } },
      speaker_id_map: { 2422: 0, 4536: 1, 2037: 2 },
    },
  });
  publish('fr_FR-many-low', {
    config: { ...CONFIG, num_speakers: 2, speaker_id_map: { jessica: 0, pierre: 1 } },
  });
  publish('zh_CN-pinyin-medium', { config: { ...CONFIG, phoneme_type: 'pinyin' } });
  hub = await startModelHub(published);
});
afterAll(async () => {
  await hub.close();
  rmSync(published, { recursive: true });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-models-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Published {
  readonly card?: string;
  readonly config?: object;
}

/** As the publisher of Piper's voices lays it out. */
function publish(voice: string, { card: text, config = CONFIG }: Published): void {
  const [locale = '', name = '', quality = ''] = voice.split('-');
  const place = join(published, 'rhasspy/piper-voices', locale.slice(0, 2), locale, name, quality);
  mkdirSync(join(place, 'samples'), { recursive: true });
  writeFileSync(join(place, `${voice}.onnx`), ONNX);
  writeFileSync(join(place, `${voice}.onnx.json`), JSON.stringify(config));
  writeFileSync(join(place, 'samples/speaker_0.mp3'), 'not wanted');
  if (text !== undefined) writeFileSync(join(place, 'MODEL_CARD'), text);
}

async function models(
  args: readonly string[],
  more: Partial<ModelsSurroundings> = {},
): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const code = await modelsCommand(args, {
    env: { MODELS_DIR: folder, HF_ENDPOINT: hub.url },
    out: { write: (text) => void (out += text) },
    err: { write: (text) => void (err += text) },
    ...more,
  });
  return { code, out, err };
}

const at = (name: string, file: string): string => join(folder, 'voices', name, file);
const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

describe('models add piper:<voice>', () => {
  it('makes of a voice as it is published one that sherpa-onnx reads', async () => {
    const { code, out } = await models(['add', 'piper:en_US-joe-medium']);

    expect(code).toBe(0);
    expect(out).toContain('American English');
    const model = at('piper-en_US-joe-medium', 'en_US-joe-medium.onnx');
    expect(readFileSync(model).subarray(0, ONNX.length)).toEqual(ONNX);
    expect(Object.fromEntries(await onnxMetadata(model))).toEqual({
      ...{ model_type: 'vits', comment: 'piper', language: 'English', voice: 'en-us' },
      ...{ has_espeak: '1', n_speakers: '1', sample_rate: '22050' },
    });
    expect(readFileSync(at('piper-en_US-joe-medium', 'tokens.txt'), 'utf8')).toBe(
      '_ 0\n^ 1\n$ 2\n  3\na 14\nˈ 120\n',
    );
    expect(json(at('piper-en_US-joe-medium', 'voices.json'))).toEqual({
      locale: 'en-US',
      speakers: [{ index: 0, name: 'Joe', gender: 'male' }],
    });
    expect(existsSync(at('piper-en_US-joe-medium', 'en'))).toBe(false);
    expect((await models(['verify', 'piper:en_US-joe-medium'])).out).toBe(
      'piper-en_US-joe-medium: whole\n',
    );
  });

  it('tells licence, base, size and memory before it asks, and fetches nothing without a yes', async () => {
    const asked: string[] = [];
    const ask = (question: string): Promise<boolean> => {
      asked.push(question);
      return Promise.resolve(asked.length > 1);
    };

    const declined = await models(['add', 'piper:en_US-joe-medium'], { ask });
    expect(declined).toMatchObject({ code: 1, err: 'piper-en_US-joe-medium is not fetched.\n' });
    expect(declined.out).toMatch(
      /licence CC0, trained from U\.S\. English lessac voice \(medium quality\) \(Blizzard 2013, research only\), 3 files, [\d.]+ MB, about \d+(\.\d)? MB of memory a process\n.*forbids use in a business\. It becomes no default voice\.\n/,
    );
    expect(existsSync(join(folder, 'voices/piper-en_US-joe-medium'))).toBe(false);

    expect((await models(['add', 'piper:en_US-joe-medium'], { ask })).code).toBe(0);
    expect(asked).toEqual(['Fetch piper-en_US-joe-medium?', 'Fetch piper-en_US-joe-medium?']);
    expect((await models(['add', 'piper:en_US-ryan-medium', '--yes'], { ask })).err).toContain(
      '--non-commercial',
    );
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['en_US-joe-medium', 'forbidden', /lessac/],
    ['en_US-ljspeech-medium', 'allowed', undefined],
    ['en_US-nobody-low', 'unknown', undefined],
  ])('records whether %s may be used in a business: %s', async (voice, use, base) => {
    await models(['add', `piper:${voice}`]);

    const record = json(at(`piper-${voice}`, 'model.json')) as Record<string, string>;
    expect(record['commercialUse']).toBe(use);
    if (base === undefined) expect(record).not.toHaveProperty('base');
    else expect(record['base']).toMatch(base);
  });

  it('refuses what may not be used in a business by its own licence, until that is known', async () => {
    expect(await models(['add', 'piper:en_US-ryan-medium'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('CC BY-NC-SA 4.0'),
    });
    expect((await models(['add', 'piper:en_US-ryan-medium', '--non-commercial'])).code).toBe(0);
  });

  it('names the speakers of a voice that has several', async () => {
    await models(['add', 'piper:fr_FR-many-low']);

    expect(json(at('piper-fr_FR-many-low', 'voices.json'))).toEqual({
      locale: 'fr-FR',
      speakers: [
        { index: 0, name: 'Many jessica' },
        { index: 1, name: 'Many pierre' },
      ],
    });
  });

  it('has the German reader read German, whatever its published config says', async () => {
    await models(['add', 'piper:de_DE-mls-medium']);

    const metadata = await onnxMetadata(at('piper-de_DE-mls-medium', 'de_DE-mls-medium.onnx'));
    expect(metadata.get('voice')).toBe('de');
  });

  it.each([
    ['piper:en_US-missing-medium', 'has no en/en_US/missing/medium in rhasspy/piper-voices'],
    ['piper:joe', 'There is no model piper:joe.'],
    ['piper:../..-x-low', 'There is no model'],
    ['piper:zh_CN-pinyin-medium', "its phonemes are not espeak-ng's but of the type"],
  ])('says what is wrong with %s', async (name, sentence) => {
    const { code, err } = await models(['add', name]);

    expect(code).toBe(1);
    expect(err).toContain(sentence);
  });

  it('goes on with a download that was broken off', async () => {
    hub.cut(1, 20_000);
    const before = hub.requests.length;

    expect((await models(['add', 'piper:en_US-ljspeech-medium'])).code).toBe(0);
    const asked = hub.requests.slice(before).filter((line) => /\.onnx( |$)/.test(line));
    expect(asked).toHaveLength(2);
    expect((await models(['verify'])).out).toBe('piper-en_US-ljspeech-medium: whole\n');
  });

  it('copies a voice without Internet, as it was made ready', async () => {
    await models(['add', 'piper:en_US-ljspeech-medium']);
    const other = mkdtempSync(join(tmpdir(), 'sextant-other-'));

    const copied = await models([
      ...['add', 'piper:en_US-ljspeech-medium', '--from', folder, '--folder', other],
    ]);

    expect(copied.code).toBe(0);
    expect(existsSync(join(other, 'voices/piper-en_US-ljspeech-medium/tokens.txt'))).toBe(true);
    rmSync(other, { recursive: true });
  });
});

describe('models verify', () => {
  it('has each voice say a word, and tells why one cannot', async () => {
    await models(['add', 'piper:en_US-joe-medium']);
    const tried: string[] = [];
    const tryVoice = (path: string): Promise<string | undefined> => {
      tried.push(path);
      return Promise.resolve('it cannot be loaded: no');
    };

    expect(await models(['verify'], { tryVoice })).toMatchObject({
      code: 1,
      out: 'piper-en_US-joe-medium: refused: it cannot be loaded: no\n',
    });
    expect(tried).toEqual([join(folder, 'voices/piper-en_US-joe-medium')]);
  });
});

/** A disk that takes a part of what is written, and no more. */
async function fullDisk(method: 'appendFile' | 'writeFile') {
  const file = await open('/dev/null');
  const handles = Object.getPrototypeOf(file) as FileHandle;
  await file.close();
  return jest.spyOn(handles, method).mockImplementation(async function (
    this: FileHandle,
    content: unknown,
  ) {
    const bytes = Buffer.from(content as string);
    await this.write(bytes, 0, Math.ceil(bytes.length / 2));
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });
}

describe('a voice of Piper that was put in place by hand', () => {
  const put = (files: Readonly<Record<string, Buffer | string>>): void => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  };

  it('is made ready where it lies, once', async () => {
    put({ 'x.onnx': ONNX, 'x.onnx.json': JSON.stringify(CONFIG) });

    expect(await preparePiper(folder)).toMatchObject({ espeakVoice: 'en-us', locale: 'en-US' });
    const ready = readFileSync(join(folder, 'x.onnx'));
    expect((await onnxMetadata(join(folder, 'x.onnx'))).get('model_type')).toBe('vits');
    await preparePiper(folder);

    expect(readFileSync(join(folder, 'x.onnx'))).toEqual(ready);
    expect(existsSync(join(folder, 'tokens.txt'))).toBe(true);
  });

  it.each(['appendFile', 'writeFile'] as const)(
    'stays as it was put there where the disk is full, and is made ready when it is not (%s)',
    async (method) => {
      put({ 'x.onnx': ONNX, 'x.onnx.json': JSON.stringify(CONFIG) });
      const full = await fullDisk(method);
      try {
        await expect(preparePiper(folder)).rejects.toThrow('ENOSPC');
      } finally {
        full.mockRestore();
      }

      expect(existsSync(join(folder, 'tokens.txt'))).toBe(false);
      await preparePiper(folder);
      expect((await onnxMetadata(join(folder, 'x.onnx'))).get('model_type')).toBe('vits');
      expect(readFileSync(join(folder, 'tokens.txt'), 'utf8')).toContain('ˈ 120');
    },
  );

  it('keeps the tokens that it came with', async () => {
    put({ 'x.onnx': ONNX, 'x.onnx.json': JSON.stringify(CONFIG), 'tokens.txt': 'mine' });

    await preparePiper(folder);

    expect(readFileSync(join(folder, 'tokens.txt'), 'utf8')).toBe('mine');
  });

  it('is none of Piper’s without its config', async () => {
    put({ 'x.onnx': ONNX });

    expect(await preparePiper(folder)).toBeUndefined();
  });

  it.each([
    ['cut off', { 'x.onnx': ONNX.subarray(0, 2000) }, 'not copied whole'],
    ['no model', { 'x.onnx': 'this is no model' }, 'it is no ONNX model'],
    ['of endless pieces', { 'x.onnx': Buffer.alloc(30_000, 8) }, 'it is no ONNX model'],
    ['without a graph', { 'x.onnx': ONNX.subarray(0, 2) }, 'it is no ONNX model'],
    ['of a config that is none', { 'x.onnx.json': '[]' }, 'its .onnx.json is no JSON object'],
    [
      'of a config without phonemes',
      { 'x.onnx.json': '{"espeak":{"voice":"de"},"audio":{"sample_rate":16000}}' },
      'phoneme_id_map',
    ],
    ['of a config without a rate', { 'x.onnx.json': '{"espeak":{"voice":"de"}}' }, 'sample_rate'],
    [
      'with phonemes of several signs',
      { 'x.onnx.json': JSON.stringify({ ...CONFIG, phoneme_id_map: { aɪ: [3] } }) },
      'has several signs',
    ],
    [
      'with phonemes of several numbers',
      { 'x.onnx.json': JSON.stringify({ ...CONFIG, phoneme_id_map: { a: [3, 4] } }) },
      'has no number of its own',
    ],
    [
      'with a voice that is a path',
      { 'x.onnx.json': JSON.stringify({ ...CONFIG, espeak: { voice: '../x' } }) },
      'names no voice of espeak-ng',
    ],
  ])('is refused with the reason: %s', async (_, files, reason) => {
    put({ 'x.onnx': ONNX, 'x.onnx.json': JSON.stringify(CONFIG), ...files });

    await expect(preparePiper(folder)).rejects.toThrow(reason);
  });

  it('is refused where nobody may write, with the command that makes it ready', () => {
    const denied = Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });

    expect(String(unlessDenied(denied, 'en_US-joe-medium.onnx'))).toContain(
      'npm run models -- add piper:en_US-joe-medium',
    );
    const other = new Error('ENOSPC');
    expect(unlessDenied(other, 'en_US-joe-medium.onnx')).toBe(other);
  });
});
