/**
 * speech: how soon does audio come, how much faster than real time is it made, beside the engine alone in a process
 * and beside Debian's espeak-ng piped through ffmpeg, and does memory stay flat? With espeak-ng as WebAssembly, and with
 * the machine's libespeak-ng, where there is one. A voice of Piper beside sherpa-onnx alone and beside Piper's own package.
 *
 * Options: --rounds N (of the comparison, 3), --requests N (of the soak, 1000), --only neural,first-byte,live,real-time,onsets,soak,
 * --builds none,auto (of ESPEAK_LIBRARY)
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from './lib/median.mjs';
import { machine, save, table } from './lib/report.mjs';
import { ROOT } from './lib/servers.mjs';
import { processorSeconds, residentMib } from './lib/processes.mjs';
import { neural } from './lib/speech-neural.mjs';
import { converse, startSpeech, stream } from './lib/speech-server.mjs';
import { texts } from './lib/texts.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    requests: { type: 'string', default: '1000' },
    only: { type: 'string', default: 'neural,first-byte,live,real-time,onsets,soak' },
    builds: { type: 'string', default: 'none,auto' },
  },
});
const rounds = Number(values.rounds);
const parts = new Set(values.only.split(','));
const VOICE = 'en-us-male';
const FORMAT = 'mp3_24000_64';
const round = (value, digits = 0) => Number(value.toFixed(digits));

const body = (input, format = FORMAT) => ({ input, voice_id: VOICE, output_format: format });

const AMOUNTS = [
  [1, 200],
  [8, 400],
];

/** So many callers at once until all sentences are said. @returns {Promise<number[]>} sorted */
async function firstTimes(sentences, connections, open) {
  const times = [];
  let next = 0;
  const caller = async () => {
    const { say, end } = await open();
    while (next < sentences.length) {
      const text = sentences[next];
      next += 1;
      times.push(await say(text));
    }
    end();
  };
  await Promise.all(Array.from({ length: connections }, caller));
  return times.sort((a, b) => a - b);
}

function latencies(times) {
  const at = (share) => round(times[Math.floor(times.length * share)], 1);
  return { 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'p99 ms': at(0.99) };
}

const byRequest = (server, format) => ({
  say: async (text) => (await stream(server, body(text, format))).firstMs,
  end: () => undefined,
});

/** Latency to the first byte of the body; the status alone would tell nothing. */
async function firstByte(server) {
  const rows = [];
  const sentences = texts(400, 70);
  await Promise.all(sentences.slice(0, 16).map((text) => stream(server, body(text))));
  for (const [connections, requests] of AMOUNTS) {
    const some = sentences.slice(0, requests);
    const times = await firstTimes(some, connections, () => byRequest(server, FORMAT));
    rows.push({ connections, requests, ...latencies(times) });
  }
  return rows;
}

/** The same sentences over open sessions and as requests of their own, as raw samples: no encoder holds any back. */
async function live(server) {
  const rows = [];
  const format = 'pcm_22050';
  const sentences = texts(400, 70);
  await Promise.all(sentences.slice(0, 16).map((text) => stream(server, body(text, format))));
  const ways = {
    'a turn of a live session': () => converse(server, { voice_id: VOICE, output_format: format }),
    'a request of its own': () => byRequest(server, format),
  };
  for (const [connections, amount] of AMOUNTS) {
    for (const [what, open] of Object.entries(ways)) {
      const times = await firstTimes(sentences.slice(0, amount), connections, open);
      rows.push({ what, connections, sentences: amount, ...latencies(times) });
    }
  }
  return rows;
}

/** The longest text that a stream takes. */
const LONG = texts(200, 200).join(' ').slice(0, 19_900);

async function realTime(server, library) {
  const seconds = await speechSeconds(server, LONG);
  const runs = { mp3: [], perCore: [], pcm: [], bare: [], cli: [] };
  for (let turn = 0; turn < rounds; turn += 1) {
    const before = processorSeconds(server.pid);
    const { totalMs } = await stream(server, body(LONG));
    const used = processorSeconds(server.pid) - before;
    runs.mp3.push(seconds / (totalMs / 1000));
    runs.perCore.push(seconds / used);
    runs.pcm.push(seconds / ((await stream(server, body(LONG, 'pcm_22050'))).totalMs / 1000));
    runs.bare.push(bareEngine(library));
    runs.cli.push(seconds / commandLine());
  }
  const row = (what, times) => ({ what, 'times real time': round(median(times)) });
  return [
    row('speech, stream to mp3', runs.mp3),
    row('speech, stream to mp3, per second of processor time', runs.perCore),
    row('speech, stream of raw samples', runs.pcm),
    row('the same espeak-ng alone in a process, samples thrown away', runs.bare),
    row('espeak-ng (Debian) | ffmpeg to mp3', runs.cli),
  ];
}

async function speechSeconds(server, text) {
  return (await stream(server, body(text, 'pcm_8000'))).audio.length / 2 / 8000;
}

function bareEngine(library) {
  const file = join(ROOT, 'apps/speech/bench/bare-espeak.mjs');
  const args = [file, LONG, library === 'none' ? 'wasm' : 'library'];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

/** Seconds that the pipe takes. */
function commandLine() {
  const startedMs = performance.now();
  const { status } = spawnSync(
    'sh',
    [
      '-c',
      'espeak-ng --stdin --stdout -v en-us | ffmpeg -loglevel error -i - -ar 24000 -b:a 64k -f mp3 -y /dev/null',
    ],
    { input: LONG },
  );
  if (status !== 0) throw new Error('espeak-ng | ffmpeg failed');
  return (performance.now() - startedMs) / 1000;
}

const WORDS =
  'apple butter carrot doctor engine father garden hammer island jungle kitten lemon morning number orange paper queen river summer tiger under village window yellow zebra'.split(
    ' ',
  );

/** How far a mark is from where its word is heard: words apart from each other, found in the samples by their energy. */
async function onsets(server) {
  const rows = [];
  for (const voice_id of ['en-us-male', 'en-gb-female', 'de-male', 'carly']) {
    const input = `<speak>${WORDS.map((word) => `${word} <break time="500ms"/>`).join(' ')}</speak>`;
    const asked = { input, voice_id, output_format: 'pcm_24000' };
    const { audio } = await stream(server, asked, '/v1/audio/stream/with-timestamps');
    const events = [...audio.toString().matchAll(/^data: (.*)$/gm)].map(([, data]) =>
      JSON.parse(data),
    );
    const pcm = Buffer.concat(events.map((event) => Buffer.from(event.audio ?? '', 'base64')));
    const marks = events.flatMap((event) => event.speech_marks ?? []);
    const heard = audibleOnsets(pcm);
    const errors = marks.map(({ start_time: ms }) =>
      Math.min(...heard.map((onset) => Math.abs(onset - ms))),
    );
    errors.sort((a, b) => a - b);
    rows.push({
      voice: voice_id,
      words: marks.length,
      'median ms': round(median(errors), 1),
      'p95 ms': round(errors[Math.floor(errors.length * 0.95)], 1),
    });
  }
  return rows;
}

/** Where sound begins after at least 150 ms of silence, from the samples alone, to a millisecond. */
function audibleOnsets(pcm) {
  const frame = 24;
  const found = [];
  let silentMs = 1000;
  for (let ms = 0; (ms + 1) * frame * 2 <= pcm.length; ms += 1) {
    let peak = 0;
    for (let n = 0; n < frame; n += 1)
      peak = Math.max(peak, Math.abs(pcm.readInt16LE((ms * frame + n) * 2)));
    if (peak > 330) {
      // -40 dB of full scale
      if (silentMs >= 150) found.push(ms);
      silentMs = 0;
    } else silentMs += 1;
  }
  return found;
}

/** About ten seconds of speech. */
const SOAK_CHARACTERS = 150;

/** Resident memory of the service and its programs after each tenth of the requests. */
async function soak(server) {
  const rows = [];
  const amount = Number(values.requests);
  const sample = texts(amount, SOAK_CHARACTERS);
  for (let step = 1; step <= 10; step += 1) {
    const some = sample.slice(((step - 1) * amount) / 10, (step * amount) / 10);
    while (some.length > 0)
      await Promise.all(some.splice(0, 8).map((text) => stream(server, body(text))));
    rows.push({
      requests: (amount / 10) * step,
      'resident MiB, all processes': round(residentMib(server.pid)),
    });
  }
  return rows;
}

function requirePeers() {
  const missing = ['espeak-ng', 'ffmpeg'].filter((program) => !existsSync(`/usr/bin/${program}`));
  if (missing.length === 0) return;
  throw new Error(
    `The peers of this benchmark are missing. Install them: apt-get install ${missing.join(' ')}`,
  );
}

if (parts.has('real-time')) requirePeers();
const where = machine();
const results = { machine: where, rounds };
console.log(
  `Texts of 70 characters unless it says otherwise, ${FORMAT}; ${where.cores} cores shared with the load generator, Node ${where.node}, ${where.date}.\n`,
);

async function measure(part, title, run) {
  if (!parts.has(part)) return;
  for (const library of values.builds.split(',')) {
    const server = await startSpeech({ ESPEAK_LIBRARY: library });
    try {
      const build = await buildOf(server);
      if (library === 'auto' && build === 'WebAssembly') continue; // there is none
      console.log(`${title} (espeak-ng: ${build}):\n`);
      const rows = await run(server, library);
      results[part] = { ...results[part], [build]: rows };
      table(rows);
    } finally {
      await server.stop();
    }
  }
}

/** What the service says of its espeak-ng when that is ready. */
async function buildOf({ url }) {
  for (;;) {
    const answer = await fetch(`${url}/health/ready`);
    const { checks } = await answer.json();
    if (answer.ok) return checks.engines.builds['espeak-ng'];
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

if (parts.has('neural')) {
  console.log(`Sentences of forty words by Piper's joe, ${rounds} rounds:\n`);
  results.neural = await neural(rounds);
  table(results.neural);
}
await measure('first-byte', 'From the request to the first byte of audio', firstByte);
await measure('live', 'From the end of a sentence to its first audio', live);
await measure('real-time', `19,900 characters, median of ${rounds}`, realTime);
await measure('onsets', 'Marks beside where words are heard', onsets);
await measure(
  'soak',
  `Memory over streams of ${SOAK_CHARACTERS} characters, eight at a time`,
  soak,
);
save('speech', results);
