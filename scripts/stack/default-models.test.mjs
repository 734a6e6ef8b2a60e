import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';

import { parseFlags, refuseFlagsOfNpm } from '../start/flags.mjs';
import {
  DEFAULT_MODELS,
  DEFAULT_RECOGNISER,
  DEFAULT_VOICES,
  fetchDefaultModels,
  modelFetcher,
  neuralVoices,
  recogniser,
  translationModels,
} from './default-models.mjs';

const catalogue = new URL('../../libs/platform/models/dist/index.js', import.meta.url);
const notBuilt = !existsSync(catalogue) && 'platform-models is not built';

describe('the neural models of a start', () => {
  let server;
  let hub;
  let status;
  let dataDir;
  let said;
  const never = new AbortController().signal;

  before(async () => {
    server = createServer((_request, response) => response.writeHead(status).end('{}'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    hub = `http://127.0.0.1:${server.address().port}/`;
  });
  after(() => server.close());
  beforeEach((context) => {
    status = 200;
    said = [];
    dataDir = mkdtempSync(join(tmpdir(), 'sextant-models-'));
    context.after?.(() => rmSync(dataDir, { recursive: true }));
  });

  const fetchAll = (fetchModel, more = {}) =>
    fetchDefaultModels(more.order ?? translationModels(), {
      ...{ dataDir, hub, fetchModel, signal: never },
      tell: (line) => said.push(line),
      ...more,
    });
  const put = (name, use = 'translation') => {
    mkdirSync(join(dataDir, 'models', use, name), { recursive: true });
    writeFileSync(join(dataDir, 'models', use, name, 'model.json'), '{}');
  };

  it('are announced with size, licence and how to decline, and fetched one after the other', async () => {
    const asked = [];

    await fetchAll(async (name) => asked.push(name) > 0);

    assert.deepEqual(asked, DEFAULT_MODELS);
    assert.equal(said.length, 2);
    assert.match(said[0], /Fetching 8 neural models .*CC-BY-4\.0, about 110 MB each.*--no-models$/);
    assert.match(said[1], /^Neural models are there: en-es, es-en,/);
  });

  it('are voices too, of the languages that are asked for, without those that are there', async () => {
    const asked = [];
    put('piper-de_DE-mls-medium', 'voices');

    const order = neuralVoices(['en-GB', 'de', 'fr']);
    await fetchAll(async (name) => asked.push(name) > 0, { order });

    assert.deepEqual(asked, ['piper-en_GB-cori-medium', 'piper-fr_FR-mls-medium']);
    assert.match(said[0], /^Fetching 2 neural voices .*Piper, .*espeak-ng speaks.*--no-models$/);
    assert.match(said[1], /^Neural voices are there: piper-en_GB-cori-medium, piper-fr_FR/);
  });

  it('are a recogniser too, whose absence is told with what speech cannot do and what to type', async () => {
    const asked = [];
    const order = recogniser();

    await fetchAll(async (name) => asked.push(name) > 0, { order });
    assert.deepEqual(asked, ['whisper-base']);
    assert.match(said[0], /^Fetching 1 recognisers .*Whisper, 99 languages, MIT.*--no-models$/);

    said.length = 0;
    await fetchAll(assert.fail, { order, hub: 'http://127.0.0.1:9' });
    assert.match(
      said.join('\n'),
      /^Recognisers are not fetched, .*: speech transcribes no recordings and clones no voices\..*npm run models/,
    );
  });

  it('that are there already are not asked for again', async () => {
    const [last, ...others] = DEFAULT_MODELS.toReversed();
    others.forEach((name) => put(name));
    const asked = [];

    await fetchAll(async (name) => asked.push(name) > 0);
    assert.deepEqual(asked, [last]);

    put(last);
    said.length = 0;
    await fetchAll(assert.fail);
    assert.deepEqual(said, []);
  });

  it('are not fetched without Internet, which is said in one line', async () => {
    await fetchAll(assert.fail, { hub: 'http://127.0.0.1:9' });
    status = 503;
    await fetchAll(assert.fail);

    assert.equal(said.length, 2);
    assert.match(
      said[0],
      /^Neural models are not fetched, http:\/\/127\.0\.0\.1:9 cannot be reached/,
    );
  });

  it('that cannot be had hold up no other, and are named with the log and the command', async () => {
    await fetchAll(async (name) => name !== 'en-fr');

    assert.match(said[1], /^Neural models are there: en-es, es-en, fr-en/);
    assert.match(
      said[2],
      /^Not fetched: en-fr\. .*models\.log\. Again: npm run models -- add en-fr$/,
    );
  });

  it('are left alone once the stack stops', async () => {
    const stopping = new AbortController();
    const asked = [];

    await fetchAll(
      async (name) => {
        asked.push(name);
        stopping.abort();
        return false;
      },
      { signal: stopping.signal },
    );

    assert.deepEqual(asked, ['en-es']);
    assert.equal(said.length, 1);
  });

  it('come by the command of npm run models, into the data folder, with one log', async () => {
    const started = [];
    const supervisor = {
      start: async (options) => {
        started.push(options);
        return { exited: Promise.resolve(started.length === 1 ? 'exit code 0' : 'exit code 1') };
      },
    };
    const fetchModel = modelFetcher({ supervisor, dataDir });

    assert.deepEqual([await fetchModel('en-es'), await fetchModel('es-en')], [true, false]);
    assert.deepEqual(started[0].argv.slice(2), ['add', 'en-es']);
    assert.equal(started[0].env.MODELS_DIR, join(dataDir, 'models'));
    assert.deepEqual(
      started.map(({ isAgain }) => isAgain),
      [false, true],
    );
  });

  it('are those of the catalogue', { skip: notBuilt }, async () => {
    const known = await import(catalogue.href);
    assert.deepEqual(DEFAULT_MODELS, known.DEFAULT_MODELS);
    assert.equal(DEFAULT_RECOGNISER, known.DEFAULT_RECOGNISER);
    assert.equal(known.findModel(DEFAULT_RECOGNISER).repository, recogniser().repository);
    assert.deepEqual(DEFAULT_VOICES, Object.fromEntries(known.DEFAULT_VOICES));
  });

  it('are voices of the languages that --voices names', () => {
    assert.deepEqual(parseFlags([]).voices, ['en-US', 'en-GB', 'es', 'de', 'fr']);
    assert.deepEqual(parseFlags(['--voices', 'de, en-US']).voices, ['de', 'en-US']);
    assert.throws(() => parseFlags(['--voices', 'tlh']), /no neural voice for tlh.*en-US, en-GB/);
    assert.throws(() => parseFlags(['--voices', ',']), /none given/);
  });

  it('are declined by --no-models, also where npm keeps the flag', () => {
    assert.equal(parseFlags([]).noModels, false);
    assert.equal(parseFlags(['--no-models']).noModels, true);
    assert.throws(
      () => refuseFlagsOfNpm({ npm_lifecycle_event: 'start', npm_config_models: '' }),
      /npm has kept --no-models for itself/,
    );
  });
});
