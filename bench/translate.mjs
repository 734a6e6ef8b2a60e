/**
 * translate: how fast is the service with everything on, beside apertium-apy on the same pairs; how much of the bare
 * pipeline's speed does it keep; what do tags, glossaries and memories cost, and what another organization's search of a
 * large one, and what nine that send as much as they may; how much memory does a pair take, and does the server's stay flat; how much of the bare engine's speed does a
 * document keep, how much memory does a large one take, and how much of the bare session's speed do neural models keep?
 *
 * Options: --seconds N (a measurement's length, 6), --rounds N (3), --length N (characters of a text beside
 * apertium-apy, 70: a sentence), --requests N (of the soak, 100000),
 * --model FOLDER (of the neural model, one from English into Spanish: the tiny one of the tests),
 * --only apy,bare,features,memories,neighbours,searches,memory,documents,documentMemory,onnx,soak
 */
import { parseArgs } from 'node:util';
import { barePipeline } from './lib/bare-pipeline.mjs';
import { load, median } from './lib/load.mjs';
import { machine, save, table } from './lib/report.mjs';
import { startApy, startTranslate } from './lib/servers.mjs';
import { texts } from './lib/texts.mjs';
import { documentMemory, documents } from './lib/translate-documents.mjs';
import { features } from './lib/translate-features.mjs';
import { memories, searches } from './lib/translate-memories.mjs';
import { neighbours } from './lib/translate-neighbours.mjs';
import { memoryOfPairs, soak } from './lib/translate-memory.mjs';
import { onnx, onnxModels, removeModels } from './lib/translate-onnx.mjs';
import { KEY, ours, round, theirs } from './lib/translate-requests.mjs';

const ALL =
  'apy,bare,features,memories,neighbours,searches,memory,documents,documentMemory,onnx,soak';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
    length: { type: 'string', default: '70' },
    requests: { type: 'string', default: '100000' },
    model: { type: 'string' },
    only: { type: 'string', default: ALL },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const parts = new Set(values.only.split(','));

const LENGTH = 200;
const SAMPLE = { en: texts(500, LENGTH), es: texts(500, LENGTH, 'es') };
/** One sentence, as the published interface is mostly asked for. */
const SENTENCE = Number(values.length);
const SENTENCES = { en: texts(500, SENTENCE), es: texts(500, SENTENCE, 'es') };
const PAIRS = [
  { source: 'en', target: 'es', apy: 'eng|spa', connections: [1, 8, 32] },
  { source: 'es', target: 'ca', apy: 'spa|cat', connections: [8] },
  { source: 'es', target: 'pt', apy: 'spa|por', connections: [8] },
];
/** Their packages must be installed. */
const MEMORY_PAIRS = [
  ['EN', 'ES'],
  ['ES', 'EN'],
  ['ES', 'CA'],
  ['ES', 'PT'],
  ['FR', 'ES'],
];

const requestsOf = ({ source, target }, texts) => texts.map((text) => ours([text], source, target));
const apyRequestsOf = ({ source, apy }) => SENTENCES[source].map((text) => theirs(text, apy));

/** Both servers in turn, so that a machine whose speed drifts is unfair to neither. */
async function besideApy(translate, apy) {
  const rows = [];
  for (const pair of PAIRS) {
    await load(translate.url, requestsOf(pair, SENTENCES[pair.source]), {
      connections: 2,
      seconds: 3,
    });
    await load(apy.url, apyRequestsOf(pair), { connections: 2, seconds: 3 });
    for (const connections of pair.connections) {
      rows.push(await besideApyOnce({ translate, apy, pair, connections }));
    }
  }
  return rows;
}

async function besideApyOnce({ translate, apy, pair, connections }) {
  const runs = { ours: [], theirs: [] };
  for (let turn = 0; turn < rounds; turn += 1) {
    const own = requestsOf(pair, SENTENCES[pair.source]);
    runs.ours.push(await load(translate.url, own, { connections, seconds }));
    runs.theirs.push(await load(apy.url, apyRequestsOf(pair), { connections, seconds }));
  }
  const of = (list, figure) => median(list.map((run) => run[figure]));
  const ratio = of(runs.ours, 'requestsPerSecond') / of(runs.theirs, 'requestsPerSecond');
  return {
    pair: `${pair.source}-${pair.target}`,
    connections,
    'translate req/s': round(of(runs.ours, 'requestsPerSecond')),
    'p50 ms': of(runs.ours, 'p50Ms'),
    'p99 ms': of(runs.ours, 'p99Ms'),
    'apertium-apy req/s': round(of(runs.theirs, 'requestsPerSecond')),
    'apy p50 ms': of(runs.theirs, 'p50Ms'),
    'apy p99 ms': of(runs.theirs, 'p99Ms'),
    ratio: round(ratio, 1),
    failures: [...runs.ours, ...runs.theirs].reduce((sum, run) => sum + run.failures, 0),
  };
}

const BARE_CASES = [
  { connections: 1, size: 1, window: 1 },
  { connections: 8, size: 1, window: 128 },
  { connections: 8, size: 50, window: 128 },
];

async function besideBarePipeline(translate) {
  const rows = [];
  for (const { connections, size, window } of BARE_CASES) {
    const bare = [];
    const service = [];
    const batches = Array.from({ length: Math.floor(SAMPLE.en.length / size) }, (_unused, index) =>
      ours(SAMPLE.en.slice(index * size, (index + 1) * size), 'EN', 'ES'),
    );
    for (let turn = 0; turn < rounds; turn += 1) {
      bare.push(await barePipeline('eng-spa', SAMPLE.en, { durationMs: seconds * 1000, window }));
      const { requestsPerSecond } = await load(translate.url, batches, { connections, seconds });
      service.push(requestsPerSecond * size * LENGTH);
    }
    rows.push({
      connections,
      'texts a request': size,
      'translate characters/s': round(median(service)),
      'bare pipeline characters/s': round(median(bare)),
      'texts in the bare pipeline': window,
      ratio: `${round((median(service) / median(bare)) * 100)} %`,
    });
  }
  return rows;
}

const where = machine();
const results = { machine: where, seconds, rounds };
console.log(
  `Texts of ${LENGTH} characters unless it says otherwise, ${rounds} rounds of ${seconds} s, medians; ` +
    `${where.cores} cores shared with the load generator, Node ${where.node}, ${where.date}.\n`,
);

/** Measures one part on a server of its own, so that none weighs on the next. */
async function measure(part, title, run, env = {}) {
  if (!parts.has(part)) return;
  const translate = await startTranslate(KEY, env);
  try {
    console.log(`${title}:\n`);
    results[part] = await run(translate);
    table(results[part]);
  } finally {
    await translate.stop();
  }
}

await measure(
  'apy',
  `One text of ${SENTENCE} characters a request, keep-alive, beside apertium-apy`,
  async (translate) => {
    const apy = await startApy();
    try {
      return await besideApy(translate, apy);
    } finally {
      await apy.stop();
    }
  },
);
await measure('bare', 'Characters a second, beside the bare pipeline (en-es)', besideBarePipeline);
await measure('features', 'What features cost (en-es, 8 connections)', (translate) =>
  features(translate, SAMPLE.en, { seconds, rounds }),
);
await measure(
  'memories',
  'A word (en-es), 20 times a second, while another organization searches its translation memory',
  (translate) => memories(translate, { seconds: 3 * seconds }),
);
await measure(
  'neighbours',
  'A sentence (en-es), 4 times a second, while nine other organizations send as much as they may',
  (translate) => neighbours(translate, { seconds: 5 * seconds }),
);
await measure('searches', 'Texts with one word changed, in a translation memory', () => searches());
await measure('memory', 'Memory of a pair', (translate) => memoryOfPairs(translate, MEMORY_PAIRS));
await measure('documents', 'A document, beside the bare pipeline (en-es)', (translate) =>
  documents(translate, { seconds, rounds }),
);
await measure(
  'documentMemory',
  'Memory of the server while it translates a large document (en-es)',
  (translate) => documentMemory(translate, [1, 100]),
  { DOCUMENT_MAX_MEGABYTES: '200' },
);
const models = onnxModels(values.model);
await measure(
  'onnx',
  `Tokens a second of ${values.model ?? 'a neural model of 100,000 parameters'}, beside the bare session (en-es)`,
  (translate) => onnx(translate, { seconds, rounds, model: values.model }),
  { APERTIUM_ENABLED: 'false', ONNX_MODELS_DIR: models, ONNX_THREADS: '1', ONNX_BEAMS: '1' },
);
removeModels(models);
await measure(
  'soak',
  'Memory of the server under load (es-pt), with a heap of 256 MiB, which a leak would fill',
  (translate) => soak(translate, { requests: Number(values.requests), steps: 10 }),
  { NODE_OPTIONS: '--max-old-space-size=256' },
);
save('translate', results);
