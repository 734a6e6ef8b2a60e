import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bareSequence } from './bare-sequence.mjs';
import { median } from './median.mjs';
import { ROOT } from './servers.mjs';
import { ours, post, round } from './translate-requests.mjs';

const TINY = join(ROOT, 'apps/translate/test/fixtures/tiny-marian');
const ONNX = join(ROOT, 'apps/translate/dist/engines/onnx');
/** The batch that the service makes of what waits. */
const TEXTS = 32;
const CONNECTIONS = 4;
/** Of the two dozen words that the model knows; each text is another one, since the service translates the same once. */
const SAMPLE = Array.from(
  { length: TEXTS },
  (_, at) => `The house ${at + 10} is big and it costs ${at + 50} today.`,
);

/** A folder of models with one from English into Spanish, as the service reads it. */
export function onnxModels(model = TINY) {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-bench-onnx-'));
  cpSync(model, join(folder, 'en-es'), { recursive: true });
  return folder;
}

export const removeModels = (folder) => rmSync(folder, { recursive: true });

/**
 * Tokens a second of a model: by the bare session, which is fed the same tokens with nothing around it, by our search on
 * top of it, and by the service over HTTP. With the tiny model that the tests hold, what stands around it weighs as much
 * as it ever can.
 */
export async function onnx(translate, { seconds, rounds, model: folder = TINY }) {
  const { SequenceModel } = await import(join(ONNX, 'sequence-model.js'));
  const { TextCodec } = await import(join(ONNX, 'text-codec.js'));
  const model = await SequenceModel.load(folder, 1);
  const sources = sourcesOf(new TextCodec(folder), model, folder);
  const answers = await model.translate(sources);
  const tokens = answers.reduce((sum, answer) => sum + answer.length - 1, 0);
  const bare = await bareSequence(folder, { sources, answers });
  const runs = { bare: [], search: [], service: [] };
  for (let turn = 0; turn < rounds; turn += 1) {
    runs.bare.push(tokens * (await timesASecond(() => bare.run(), seconds)));
    runs.search.push(tokens * (await timesASecond(() => model.translate(sources), seconds)));
    runs.service.push((tokens / TEXTS) * (await textsASecond(translate, seconds)));
  }
  const of = (name) => median(runs[name]);
  return Object.keys(runs).map((name) => ({
    what: name,
    'tokens/s': round(of(name)),
    'of the bare session': `${round((of(name) / of('bare')) * 100)} %`,
  }));
}

function sourcesOf(codec, model, folder) {
  const { eos_token_id: end } = JSON.parse(
    readFileSync(join(folder, 'generation_config.json'), 'utf8'),
  );
  return SAMPLE.map((text) => {
    const [piece] = codec.pieces(text, model.maxSource).filter(({ kind }) => kind === 'tokens');
    return { tokens: [...piece.tokens, end], beams: 1 };
  });
}

async function timesASecond(run, seconds) {
  await run();
  const startedMs = performance.now();
  let times = 0;
  while (performance.now() - startedMs < seconds * 1000) {
    await run();
    times += 1;
  }
  return times / ((performance.now() - startedMs) / 1000);
}

/** Until the last that was begun in time is answered: what is under way at the end counts, as does its time. */
async function textsASecond({ url }, seconds) {
  const body = ours(SAMPLE, 'EN', 'ES').body;
  const startedMs = performance.now();
  let texts = 0;
  const connection = async () => {
    while (performance.now() - startedMs < seconds * 1000) {
      await post(url, '/v2/translate', body);
      texts += TEXTS;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return texts / ((performance.now() - startedMs) / 1000);
}
