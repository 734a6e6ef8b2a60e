/**
 * translate: how fast is the service, beside apertium-apy on the same pair, and how much of the bare
 * pipeline's speed does it keep? Options: --seconds N (a measurement's length, 6), --rounds N (3).
 */
import { parseArgs } from 'node:util';
import { barePipeline } from './lib/bare-pipeline.mjs';
import { load, median } from './lib/load.mjs';
import { machine, save, table } from './lib/report.mjs';
import { startApy, startTranslate } from './lib/servers.mjs';
import { texts } from './lib/texts.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);

const KEY = 'sxt_TestKey0000000000000000000000042pqlr'; // of this run's own throw-away database
const LENGTH = 200;
const SAMPLE = texts(500, LENGTH);

const ours = (batch) => ({
  method: 'POST',
  path: '/v2/translate',
  headers: { authorization: `DeepL-Auth-Key ${KEY}`, 'content-type': 'application/json' },
  body: JSON.stringify({ text: batch, source_lang: 'EN', target_lang: 'ES' }),
});
const theirs = (text) => ({
  method: 'POST',
  path: '/translate',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ langpair: 'eng|spa', q: text, markUnknown: 'no' }).toString(),
});
const batches = (size) =>
  Array.from({ length: Math.floor(SAMPLE.length / size) }, (_unused, index) =>
    SAMPLE.slice(index * size, (index + 1) * size),
  );

const round = (value, digits = 0) => Number(value.toFixed(digits));

/** Both servers in turn, so that a machine whose speed drifts is unfair to neither. */
async function besideApy(translate, apy) {
  const rows = [];
  for (const connections of [1, 8, 32]) {
    const runs = { ours: [], theirs: [] };
    for (let turn = 0; turn < rounds; turn += 1) {
      runs.ours.push(await load(translate.url, batches(1).map(ours), { connections, seconds }));
      runs.theirs.push(await load(apy.url, SAMPLE.map(theirs), { connections, seconds }));
    }
    const of = (list, figure) => median(list.map((run) => run[figure]));
    const failures = [...runs.ours, ...runs.theirs].reduce((sum, run) => sum + run.failures, 0);
    rows.push({
      connections,
      'translate req/s': round(of(runs.ours, 'requestsPerSecond')),
      'p50 ms': of(runs.ours, 'p50Ms'),
      'p99 ms': of(runs.ours, 'p99Ms'),
      'apertium-apy req/s': round(of(runs.theirs, 'requestsPerSecond')),
      'apy p50 ms': of(runs.theirs, 'p50Ms'),
      'apy p99 ms': of(runs.theirs, 'p99Ms'),
      ratio: round(of(runs.ours, 'requestsPerSecond') / of(runs.theirs, 'requestsPerSecond'), 1),
      failures,
    });
  }
  return rows;
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
    for (let turn = 0; turn < rounds; turn += 1) {
      bare.push(await barePipeline('eng-spa', SAMPLE, { durationMs: seconds * 1000, window }));
      const requests = batches(size).map(ours);
      const { requestsPerSecond } = await load(translate.url, requests, { connections, seconds });
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

const translate = await startTranslate(KEY);
const apy = await startApy();
try {
  await load(translate.url, batches(1).map(ours), { connections: 2, seconds: 3 });
  await load(apy.url, SAMPLE.map(theirs), { connections: 2, seconds: 3 });

  const where = machine();
  console.log(
    `eng-spa, texts of ${LENGTH} characters, ${rounds} rounds of ${seconds} s, medians; ` +
      `${where.cores} cores shared with the load generator, Node ${where.node}, ${where.date}.\n`,
  );
  const apyRows = await besideApy(translate, apy);
  console.log('One text a request, keep-alive, beside apertium-apy:\n');
  table(apyRows);
  await apy.stop(); // its idle pipeline must not weigh on the next figures
  const bareRows = await besideBarePipeline(translate);
  console.log('Characters a second, beside the bare pipeline:\n');
  table(bareRows);
  save('translate', { machine: where, seconds, rounds, besideApy: apyRows, besideBare: bareRows });
} finally {
  await apy.stop();
  await translate.stop();
}
