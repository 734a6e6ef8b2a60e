import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HUB_COMMIT, startModelHub, type ModelHub } from '@sextant/platform-testing';
import { CATALOGUE, findModel } from './catalogue.js';
import { DEFAULT_MODELS } from './translation-models.js';
import { download } from './download.js';
import { Hub } from './hub.js';
import { modelsCommand } from './models-command.js';

const LARGE = Buffer.from(Array.from({ length: 50_000 }, (_none, at) => (at * 7) % 251));
const FILES: Readonly<Record<string, Buffer | string>> = {
  'Xenova/opus-mt-en-de/config.json': '{"model_type":"marian"}',
  'Xenova/opus-mt-en-de/generation_config.json': '{}',
  'Xenova/opus-mt-en-de/tokenizer.json': '{"model":{}}',
  'Xenova/opus-mt-en-de/tokenizer_config.json': '{}',
  'Xenova/opus-mt-en-de/README.md': 'not wanted',
  'Xenova/opus-mt-en-de/pytorch_model.pt': 'not wanted',
  'Xenova/opus-mt-en-de/onnx/encoder_model_quantized.onnx': LARGE,
  'Xenova/opus-mt-en-de/onnx/decoder_model_merged_quantized.onnx': LARGE.subarray(1000),
  'csukuangfj/kokoro-en-v0_19/model.onnx': LARGE,
  'csukuangfj/kokoro-en-v0_19/voices.bin': LARGE,
  'csukuangfj/kokoro-en-v0_19/tokens.txt': 'a 1\n',
  'csukuangfj/kokoro-en-v0_19/espeak-ng-data/phontab': LARGE,
  'csukuangfj/kokoro-en-v0_19/espeak-ng-data/lang/en': 'name English\n',
  'csukuangfj/matcha-icefall-en_US-ljspeech/model-steps-3.onnx': LARGE,
  'csukuangfj/matcha-icefall-en_US-ljspeech/tokens.txt': 'a 1\n',
  'csukuangfj/matcha-icefall-en_US-ljspeech/espeak-ng-data/phontab': 'phonemes',
  'csukuangfj/sherpa-onnx-hifigan/hifigan_v2.onnx': LARGE.subarray(2000),
  'csukuangfj/sherpa-onnx-hifigan/hifigan_v1.onnx': 'not wanted',
  'Xenova/nllb-200-distilled-600M/config.json': '{}',
  'someone/gone/model.py': 'print()',
  'someone/voice/model.onnx': LARGE,
  'someone/voice/setup.py': 'print()',
};

let hubFolder: string;
let hub: ModelHub;
let folder: string;

beforeAll(async () => {
  hubFolder = mkdtempSync(join(tmpdir(), 'sextant-hub-'));
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(join(hubFolder, path, '..'), { recursive: true });
    writeFileSync(join(hubFolder, path), content);
  }
  hub = await startModelHub(hubFolder);
});
afterAll(async () => {
  await hub.close();
  rmSync(hubFolder, { recursive: true });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-models-'));
});
afterEach(() => {
  hub.cut(0, 0);
  hub.spoil(undefined);
  hub.gate(undefined);
  hub.takeRanges(true);
  rmSync(folder, { recursive: true });
});

/** The command as an operator calls it, with what it prints. */
async function models(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const code = await modelsCommand(args, {
    env: { MODELS_DIR: folder, HF_ENDPOINT: hub.url },
    out: { write: (text) => void (out += text) },
    err: { write: (text) => void (err += text) },
  });
  return { code, out, err };
}

const model = (...path: string[]): string => join(folder, ...path);

describe('models add', () => {
  it('says licence and size, fetches what engines read and nothing else, and records what it was', async () => {
    const { code, out } = await models('add', 'en-de');

    expect(code).toBe(0);
    expect(out).toContain(
      'Xenova/opus-mt-en-de at c0ffee00c0ff, translation, English to German, licence CC-BY-4.0, 6 files, 0.1 MB',
    );
    expect(out).toContain('en-de: 100 % of 0.1 MB\nen-de: there\n');
    expect(readFileSync(model('translation/en-de/onnx/encoder_model_quantized.onnx'))).toEqual(
      LARGE,
    );
    expect(existsSync(model('translation/en-de/README.md'))).toBe(false);
    expect(JSON.parse(readFileSync(model('translation/en-de/model.json'), 'utf8'))).toMatchObject({
      commit: HUB_COMMIT,
      pairs: [{ source: 'en', target: 'de' }],
      licence: 'CC-BY-4.0',
    });
    expect(existsSync(model('translation/.en-de.part'))).toBe(false);
  });

  it('brings folders, and the names of the voices as speech reads them', async () => {
    await models('add', 'kokoro-en');

    expect(readFileSync(model('voices/kokoro-en/espeak-ng-data/lang/en'), 'utf8')).toBe(
      'name English\n',
    );
    expect(JSON.parse(readFileSync(model('voices/kokoro-en/voices.json'), 'utf8'))).toMatchObject({
      locale: 'en-US',
      speakers: expect.arrayContaining([
        { index: 9, name: 'George', gender: 'male', locale: 'en-GB' },
      ]),
    });
  });

  it('brings what a model needs of another repository', async () => {
    const { code, err } = await models('add', 'matcha-en_US-ljspeech');

    expect([code, err]).toEqual([0, '']);
    const there = model('voices/matcha-en_US-ljspeech');
    expect(readFileSync(join(there, 'hifigan_v2.onnx'))).toEqual(LARGE.subarray(2000));
    expect(existsSync(join(there, 'hifigan_v1.onnx'))).toBe(false);
    expect(readFileSync(join(there, 'model-steps-3.onnx'))).toEqual(LARGE);
    expect((await models('verify')).out).toBe('matcha-en_US-ljspeech: whole\n');
  });

  it('fetches a file that the catalogue did not want before', async () => {
    await models('add', 'kokoro-en');
    const record = JSON.parse(readFileSync(model('voices/kokoro-en/model.json'), 'utf8')) as {
      files: { path: string }[];
    };
    const files = record.files.filter(({ path }) => path !== 'voices.bin');
    writeFileSync(model('voices/kokoro-en/model.json'), JSON.stringify({ ...record, files }));
    rmSync(model('voices/kokoro-en/voices.bin'));

    await models('add', 'kokoro-en');

    expect(readFileSync(model('voices/kokoro-en/voices.bin'))).toEqual(LARGE);
  });

  it('fetches nothing twice', async () => {
    await models('add', 'en-de');
    const before = hub.requests.filter((line) => line.includes('/resolve/')).length;

    const { code, out } = await models('add', 'en-de');

    expect([code, out.endsWith('en-de: already there\n')]).toEqual([0, true]);
    expect(hub.requests.filter((line) => line.includes('/resolve/'))).toHaveLength(before);
  });

  it('fetches again what was damaged', async () => {
    await models('add', 'en-de');
    writeFileSync(model('translation/en-de/config.json'), '{"model_type":"muppet"}');

    await models('add', 'en-de');

    expect((await models('verify')).out).toBe('en-de: whole\n');
  });

  it.each([
    ['int8', ['_int8']],
    ['uint8', ['_uint8']],
    ['full', ['']],
    ['fp16', ['_fp16']],
    ['int8', ['_fp16', '', '_int8']],
  ])(
    'takes the precision that is best of those that are published: %s',
    async (name, published) => {
      const repository = join(hubFolder, 'Xenova/opus-mt-fr-en');
      mkdirSync(join(repository, 'onnx'), { recursive: true });
      for (const file of ['config', 'generation_config', 'tokenizer', 'tokenizer_config']) {
        writeFileSync(join(repository, `${file}.json`), '{}');
      }
      const parts = (suffix: string) => [
        `onnx/encoder_model${suffix}.onnx`,
        `onnx/decoder_model_merged${suffix}.onnx`,
      ];
      for (const path of published.flatMap(parts)) writeFileSync(join(repository, path), LARGE);

      const { code } = await models('add', 'fr-en');

      expect(code).toBe(0);
      const suffix = name === 'full' ? '' : `_${name}`;
      expect(readdirSync(model('translation/fr-en/onnx')).toSorted()).toEqual(
        parts(suffix)
          .map((path) => basename(path))
          .toSorted(),
      );
      rmSync(repository, { recursive: true });
    },
  );

  it('names each precision that it looked for', async () => {
    const repository = join(hubFolder, 'Xenova/opus-mt-fr-en');
    mkdirSync(join(repository, 'onnx'), { recursive: true });
    for (const file of ['config', 'generation_config', 'tokenizer', 'tokenizer_config']) {
      writeFileSync(join(repository, `${file}.json`), '{}');
    }
    writeFileSync(join(repository, 'onnx/encoder_model_quantized.onnx'), LARGE);

    const { code, err } = await models('add', 'fr-en');

    expect(code).toBe(1);
    expect(err).toContain(
      'has no onnx/encoder_model_quantized.onnx with onnx/decoder_model_merged_quantized.onnx, or onnx/encoder_model_int8.onnx with',
    );
    rmSync(repository, { recursive: true });
  });

  it.each([401, 403])('says where terms are accepted when files are gated: %d', async (status) => {
    hub.gate(status);

    const { code, err } = await models('add', 'en-de');

    expect(code).toBe(1);
    expect(err).toContain(`accepted: do so at ${hub.url}/Xenova/opus-mt-en-de, and set HF_TOKEN`);
    expect(existsSync(model('translation/en-de'))).toBe(false);
  });

  it('fetches from a mirror below a path', async () => {
    const { code } = await models('add', 'en-de', '--hub', `${hub.url}/mirror/`);

    expect(code).toBe(0);
    expect((await models('verify')).out).toBe('en-de: whole\n');
    expect(hub.requests.at(-1)).toContain('/mirror/Xenova/opus-mt-en-de/resolve/');
  });

  it('refuses what may not be used in a business until that is said to be known', async () => {
    const { code, err } = await models('add', 'nllb');

    // The stand-in for it has one file of six.
    expect([code, err]).toEqual([1, expect.stringContaining('has no generation_config.json')]);
    for (const path of ['generation_config.json', 'tokenizer.json', 'tokenizer_config.json']) {
      writeFileSync(join(hubFolder, 'Xenova/nllb-200-distilled-600M', path), '{}');
    }
    mkdirSync(join(hubFolder, 'Xenova/nllb-200-distilled-600M/onnx'), { recursive: true });
    for (const part of ['encoder_model', 'decoder_model_merged']) {
      writeFileSync(
        join(hubFolder, `Xenova/nllb-200-distilled-600M/onnx/${part}_quantized.onnx`),
        LARGE,
      );
    }
    expect(await models('add', 'nllb')).toMatchObject({
      code: 1,
      err: expect.stringContaining('--non-commercial'),
    });
    expect((await models('add', 'nllb', '--non-commercial')).code).toBe(0);
  });

  it('takes any other model of the hub by its use, without its programs', async () => {
    const { code } = await models('add', 'voices:someone/voice');

    expect(code).toBe(0);
    expect(existsSync(model('voices/voice/model.onnx'))).toBe(true);
    expect(existsSync(model('voices/voice/setup.py'))).toBe(false);
  });

  it.each([
    ['nothing', 'There is no model nothing.'],
    ['voices:../..', 'There is no model'],
    ['cars:someone/voice', 'There is no model'],
    ['voices:someone/missing', 'has no model someone/missing'],
    ['voices:someone/gone', 'someone/gone has no ./'],
  ])('says what is wrong with %s', async (name, sentence) => {
    const { code, err } = await models('add', name);

    expect(code).toBe(1);
    expect(err).toContain(sentence);
  });

  it('fetches nothing in a dry run', async () => {
    const { out } = await models('add', 'en-de', '--dry-run');

    expect(out).toContain('6 files');
    expect(existsSync(model('translation/en-de'))).toBe(false);
  });

  it('names the hub that cannot be reached, and the way without', async () => {
    const { code, err } = await models('add', 'en-de', '--hub', 'http://127.0.0.1:9');

    expect(code).toBe(1);
    expect(err).toContain('http://127.0.0.1:9 cannot be asked for Xenova/opus-mt-en-de');
    expect(err).toContain('--from FOLDER');
  });

  it('copies without Internet what another machine fetched, and checks it', async () => {
    const other = mkdtempSync(join(tmpdir(), 'sextant-other-'));
    await models('add', 'kokoro-en', '--folder', other);
    const offline = (name: string) =>
      models('add', name, '--from', other, '--hub', 'http://127.0.0.1:9');

    expect((await offline('kokoro-en')).code).toBe(0);
    expect((await models('verify')).out).toBe('kokoro-en: whole\n');
    expect(existsSync(model('voices/kokoro-en/voices.json'))).toBe(true);
    expect((await offline('en-de')).err).toContain(`There is no model en-de in ${other}.`);
    writeFileSync(join(other, 'voices/kokoro-en/tokens.txt'), 'b 1\n');
    expect((await offline('kokoro-en')).err).toContain(
      `tokens.txt of kokoro-en in ${other} is damaged`,
    );
    expect((await models('verify')).out).toBe('kokoro-en: whole\n');
    rmSync(other, { recursive: true });
  });
});

describe('a folder of somebody else', () => {
  it.each(['../../escaped', 'a/../../../escaped'])(
    'writes and reads nothing outside: %s',
    async (path) => {
      const other = mkdtempSync(join(tmpdir(), 'sextant-hostile-'));
      await models('add', 'kokoro-en', '--folder', other);
      const record = join(other, 'voices/kokoro-en/model.json');
      const told = JSON.parse(readFileSync(record, 'utf8')) as { files: { path: string }[] };
      const [file] = told.files;
      const content = readFileSync(join(other, 'voices/kokoro-en', file?.path ?? ''));
      mkdirSync(dirname(join(other, 'voices/kokoro-en', path)), { recursive: true });
      writeFileSync(join(other, 'voices/kokoro-en', path), content);
      const files = told.files.map((each) => (each === file ? { ...each, path } : each));
      writeFileSync(record, JSON.stringify({ ...told, files }));

      const { code, err } = await models('add', 'kokoro-en', '--from', other);

      expect(code).toBe(1);
      expect(err).toContain('model.json cannot be read');
      expect(existsSync(model('escaped'))).toBe(false);
      rmSync(other, { recursive: true });
    },
  );
});

describe('a download', () => {
  const fetched = async (): Promise<Buffer> => {
    const asked = findModel('voices:someone/voice');
    if (asked === undefined) throw new Error('not found');
    const own = new Hub({ url: hub.url });
    const found = await own.find(asked);
    const [file] = found.files;
    if (file === undefined) throw new Error('no file');
    const to = model('file');
    await download({ hub: own, found, file, to, onBytes: () => undefined, pauseMs: 0 });
    return readFileSync(to);
  };

  it('goes on with what there is', async () => {
    writeFileSync(model('file'), LARGE.subarray(0, 20_000));

    expect(await fetched()).toEqual(LARGE);
    expect(hub.requests.at(-1)).toContain('bytes=20000-');
  });

  it('comes to its end over a connection that breaks again and again', async () => {
    hub.cut(3, 9000);
    const before = hub.requests.length;

    expect(await fetched()).toEqual(LARGE);
    const asked = hub.requests.slice(before).filter((line) => line.includes('/resolve/'));
    expect(asked).toHaveLength(4);
  });

  it('begins again where a mirror knows no ranges', async () => {
    hub.takeRanges(false);
    hub.cut(2, 30_000);

    expect(await fetched()).toEqual(LARGE);
  });

  it('gives up on a hub that sends nothing, and goes on with what there is the next time', async () => {
    hub.cut(1, 20_000);
    await fetched();
    rmSync(model('file'));
    hub.cut(100, 0);

    await expect(fetched()).rejects.toThrow();
    hub.cut(0, 0);
    expect(await fetched()).toEqual(LARGE);
  });

  it('throws away what is not what the hub says it is', async () => {
    hub.spoil(0xff);

    await expect(fetched()).rejects.toThrow('is not what the hub says it is');
    expect(existsSync(model('file'))).toBe(false);
  });
});

describe('models list, verify, remove', () => {
  it('lists what there is, with licence and languages, and what is installed', async () => {
    await models('add', 'en-de');

    const { out } = await models('list');

    expect(out.split('\n')).toHaveLength(CATALOGUE.length + 1);
    expect(out).toMatch(/^en-de +translation +CC-BY-4\.0 +English to German +installed, 0\.1 MB$/m);
    expect(out).toMatch(/^nllb +translation +CC-BY-NC-4\.0 +200 languages, each to each$/m);
    // Whoever looks for a language by its name finds what translates it.
    expect((await models('list', 'german')).out).toMatch(/^en-de /m);
  });

  it('knows the models that npm start fetches', () => {
    expect(DEFAULT_MODELS.map((name) => findModel(name)?.licence)).toEqual(
      DEFAULT_MODELS.map(() => 'CC-BY-4.0'),
    );
  });

  it('names what is damaged or gone', async () => {
    await models('add', 'en-de');
    rmSync(model('translation/en-de/tokenizer.json'));

    expect(await models('verify')).toMatchObject({
      code: 1,
      out: 'en-de: damaged: tokenizer.json\n',
    });
  });

  it('removes', async () => {
    await models('add', 'en-de');

    expect((await models('remove', 'en-de')).out).toBe('en-de: removed, 0.1 MB freed\n');
    expect(existsSync(model('translation/en-de'))).toBe(false);
    expect((await models('remove', 'en-de')).err).toContain('There is no model en-de');
  });

  it.each([[[]], [['fly']], [['add']], [['remove']], [['list', '--wrong']]])(
    'explains itself after %j',
    async (args) => {
      const { code, out, err } = await models(...args);

      expect(code).toBe(1);
      expect(out + err).not.toBe('');
    },
  );

  it('has a help that names every command', async () => {
    const { code, out } = await models('--help');

    expect(code).toBe(0);
    for (const command of ['list', 'add', 'verify', 'remove'])
      expect(out).toContain(`  ${command}`);
  });
});

describe('languagetool', () => {
  it('comes of a repository of Maven, pinned: what is another file is thrown away', async () => {
    const asked: string[] = [];
    const maven = createServer(({ url = '' }, response) => {
      asked.push(url);
      const file = findModel('languagetool')?.pinned?.find(({ path }) => url === `/maven2/${path}`);
      response.writeHead(file === undefined ? 404 : 200).end(Buffer.alloc(file?.bytes ?? 0));
    });
    await new Promise<void>((resolve) => maven.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(maven.address() as AddressInfo).port}/maven2/`;

    const { code, out, err } = await models('add', 'languagetool', '--maven', url);
    maven.closeAllConnections();
    maven.close();

    expect(out).toContain('languagetool: org.languagetool at 6.8, correctors, de, es, fr, it, pt');
    expect(out).toContain('LGPL-2.1-or-later');
    expect(asked).toHaveLength(1);
    expect(code).toBe(1);
    expect(err).toContain('it was thrown away');
    expect(existsSync(model('correctors', 'languagetool'))).toBe(false);
  });

  it('is pinned by SHA-256, every jar, each in a folder of its own', () => {
    const { pinned = [] } = findModel('languagetool') ?? {};

    expect(pinned.length).toBeGreaterThan(50);
    for (const { path, bytes, digest } of pinned) {
      expect(path).toMatch(/^[\w.-]+(\/[\w.-]+)+\.jar$/);
      expect(path).not.toContain('..');
      expect(bytes).toBeGreaterThan(0);
      expect(digest).toEqual({
        algorithm: 'sha256',
        value: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
    }
    expect(new Set(pinned.map(({ path }) => path)).size).toBe(pinned.length);
  });

  it('is no place for models of a hub', () => {
    expect(findModel('correctors:someone/voice')).toBeUndefined();
  });
});
