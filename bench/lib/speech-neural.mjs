import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pythonWith } from '@sextant/platform-testing/python';
import { fetchWeights } from '../../apps/speech/test/heard/weights.ts';
import { median } from './median.mjs';
import { processorSeconds } from './processes.mjs';
import { ROOT } from './servers.mjs';
import { startSpeech, stream } from './speech-server.mjs';
import { share } from './summary/words.mjs';

const VOICE = 'piper-en_US-joe-medium';
const RATE = 22_050;
const CONNECTIONS = [1, 8];
const BENCH = join(ROOT, 'apps/speech/bench');

/** Of forty words each, with commas and without. */
const LONG = [
  'When the first snow of the year had fallen on the hills behind the village, the children ran out of the school with coats half open, shouting to each other, and nobody could call them back before it was dark.',
  'The engineers who had built the bridge across the wide and muddy river came back every spring to look at the pillars and cables and to write down in a large book how much the water had carried away again.',
  'My grandmother, who had never in her life been further away than the next town, bought a ticket for the night train last week, packed a small brown suitcase, and told us that she was going to see the sea.',
  'Most of the people in the room had read the long report that the council sent to them in the summer but only a few of them could say what it would mean for the price of water next year.',
];

/**
 * What a voice of Piper costs: through the service, in a bare process of sherpa-onnx, and by Piper's own package. Each says the
 * same sentences of forty words.
 *
 * @param {number} rounds
 */
export async function neural(rounds) {
  const weights = await fetchWeights();
  if ('missing' in weights) throw new Error(`Piper's voice cannot be fetched: ${weights.missing}.`);
  const folder = mkdtempSync(join(tmpdir(), 'sextant-bench-'));
  const models = place(weights.folder, folder);
  const server = await startSpeech({ SPEECH_MODELS_DIR: models });
  try {
    await untilListed(server);
    const python = await pythonWith(join(BENCH, 'requirements.txt'));
    const ways = waysOf({ server, folder, models, python });
    const runs = [];
    // In turn, so that a machine that gets slower is slower for all of them.
    for (let round = 0; round < rounds; round += 1) {
      for (const connections of CONNECTIONS) {
        for (const [what, run] of Object.entries(ways)) {
          runs.push({ what, connections, ...(await run(sentences(connections), connections)) });
        }
      }
    }
    return CONNECTIONS.flatMap((connections) =>
      besideService(Object.keys(ways).map((what) => rowOf(what, connections, runs))),
    );
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Two a caller at least; three rounds of all take five minutes on two idle cores. */
const sentences = (connections) =>
  Array.from({ length: Math.max(6, 2 * connections) }, (_none, at) => LONG[at % LONG.length]);

/** As it is published; the service makes it ready in place. */
function place(weights, folder) {
  const [model = ''] = globSync(join(weights, '**/en_US-joe-medium.onnx'));
  const models = join(folder, 'voices');
  mkdirSync(join(models, VOICE), { recursive: true });
  for (const ending of ['', '.json']) {
    copyFileSync(`${model}${ending}`, join(models, VOICE, `en_US-joe-medium.onnx${ending}`));
  }
  return models;
}

async function untilListed({ url }) {
  for (;;) {
    const { checks } = await (await fetch(`${url}/health/ready`)).json();
    const state = checks.engines.models?.[VOICE];
    if (state === 'ready') return;
    if (state?.startsWith('refused')) throw new Error(`${VOICE} is ${state}`);
    await pause(200);
  }
}

/** Each answers `{ audioSeconds, seconds, processorSeconds, firstMs }`. */
function waysOf({ server, folder, models, python }) {
  const onnx = join(models, VOICE, 'en_US-joe-medium.onnx');
  const vits = {
    model: onnx,
    tokens: join(models, VOICE, 'tokens.txt'),
    dataDir: globSync(join(models, '.espeak-ng-data'))[0],
    ...{ noiseScale: 0.667, noiseScaleW: 0.8, lengthScale: 1 },
  };
  const asked = join(folder, 'asked.json');
  const byProgram = (command, file, model) => (texts, connections) => {
    writeFileSync(asked, JSON.stringify({ model, sentences: texts, connections }));
    return JSON.parse(execFileSync(command, [join(BENCH, file), asked], { encoding: 'utf8' }));
  };
  return {
    speech: (texts, connections) => byService(server, texts, connections),
    'sherpa-onnx alone in a process': byProgram(process.execPath, 'bare-sherpa.mjs', { vits }),
    'piper-tts (PyPI)': byProgram(python, 'bare-piper.py', onnx),
  };
}

async function byService(server, texts, connections) {
  const usedBefore = processorSeconds(server.pid);
  const startedMs = performance.now();
  const firstMs = [];
  let audioSeconds = 0;
  let next = 0;
  const caller = async () => {
    while (next < texts.length) {
      const input = texts[next];
      next += 1;
      const answer = await stream(server, { input, voice_id: VOICE, output_format: 'pcm_22050' });
      firstMs.push(answer.firstMs);
      audioSeconds += answer.audio.length / 2 / RATE;
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  const seconds = (performance.now() - startedMs) / 1000;
  return {
    audioSeconds,
    seconds,
    processorSeconds: processorSeconds(server.pid) - usedBefore,
    firstMs,
  };
}

/** How fast the service is beside each; the first row is its own. */
const besideService = ([own, ...others]) => [
  { ...own, 'speech beside it': '' },
  ...others.map((row) => ({
    ...row,
    'speech beside it': share(own['times real time'], row['times real time']),
  })),
];

function rowOf(what, connections, runs) {
  const own = runs.filter((run) => run.what === what && run.connections === connections);
  const ofRuns = (valueOf) => Number(median(own.map(valueOf)).toPrecision(3));
  const first = own.flatMap(({ firstMs }) => firstMs).toSorted((a, b) => a - b);
  return {
    what,
    connections,
    'first byte p50 ms': Math.round(first[Math.floor(first.length / 2)]),
    'first byte p95 ms': Math.round(first[Math.floor(first.length * 0.95)]),
    'times real time': ofRuns(({ audioSeconds, seconds }) => audioSeconds / seconds),
    'processor s per s of audio': ofRuns(
      ({ audioSeconds, processorSeconds: used }) => used / audioSeconds,
    ),
  };
}
