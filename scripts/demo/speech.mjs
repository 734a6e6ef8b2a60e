import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { noteInManifest } from '../lib/manifest.mjs';
import { say } from '../lib/progress.mjs';
import { projectDir } from '../lib/project.mjs';
import { demoFlags } from './flags.mjs';

/**
 * Walks through speech against a stack that `npm start` runs: JSON with marks, a stream to a file, events, and a voice
 * cloned with spoken consent. flite's voice is the speaker: recognisers do not understand espeak-ng. The clone is
 * deleted at the end.
 */
const HELP = `Usage: npm run demo:speech -- [options]

Walks through speech, which npm start runs: words with times, a stream, events, a cloned voice.

  --data FOLDER  where dev-credentials.json is (.data)
  --out FOLDER   where the audio goes (demo-speech in the data folder)
  --help         prints this`;

const values = demoFlags('npm run demo:speech', HELP, {
  data: { type: 'string', default: join(projectDir, '.data') },
  out: { type: 'string' },
});
const { speech } = readCredentials(join(values.data, 'dev-credentials.json'));
const step = (text) => say(`- ${text}`);
const SPEAKER = 'kal';
const STORY =
  'The north wind and the sun were disputing which was the stronger, when a traveler came along ' +
  'wrapped in a warm cloak. They agreed that the one who first succeeded in making the traveler ' +
  'take his cloak off should be considered stronger than the other.';

await requireRunning();
const out = values.out ?? join(values.data, 'demo-speech');
if (values.out === undefined) noteInManifest(values.data, ['demo-speech']);
await mkdir(out, { recursive: true });
say(`speech at ${speech.base_url}; files go to ${out}`);

const spoken = await speak('Dr. Smith paid $5 for 3 km.', 'george');
const marks = spoken.speech_marks.chunks.map(({ value, start_time }) => `${value}@${start_time}`);
step(`JSON, ${spoken.billable_characters_count} characters, words at ms: ${marks.join(' ')}`);

const stream = await post('/v1/audio/stream', {
  input: 'This sentence was streamed. It plays while it is being made.',
  voice_id: 'lisa',
  output_format: 'mp3_24000_64',
});
const mp3 = new Uint8Array(await stream.arrayBuffer());
await writeFile(join(out, 'stream.mp3'), mp3);
step(`stream: ${mp3.length} bytes of ${stream.headers.get('content-type')} in stream.mp3`);

step(`events: ${await countEvents()}`);

const voice = await cloneVoice();
if (voice !== undefined) await useClone(voice);

async function useClone(voice) {
  step(`cloned voice ${voice.id}, quality ${voice.quality}`);
  try {
    const { audio_data } = await speak('I am a synthetic imitation of the speaker.', voice.id);
    await writeFile(join(out, 'clone.wav'), Buffer.from(audio_data, 'base64'));
    step('it speaks in clone.wav');
    const { records } = await (await request('GET', `/v1/voices/${voice.id}/consent`)).json();
    const { phrase_edits, speaker_distance, recogniser } = records[0].facts;
    step(
      `its consent: ${recogniser}; ${phrase_edits} words wrong, distance of speakers ${speaker_distance}`,
    );
  } finally {
    await request('DELETE', `/v1/voices/${voice.id}/consent`);
  }
  step('consent taken back: the voice is gone');
}

async function countEvents() {
  const answer = await post('/v1/audio/stream/with-timestamps', {
    input: 'Words with their times.',
    voice_id: 'george',
  });
  const types = [...(await answer.text()).matchAll(/^event: (.*)$/gm)].map(([, type]) => type);
  const counts = Map.groupBy(types, (type) => type);
  return [...counts].map(([type, all]) => `${all.length} ${type}`).join(', ');
}

/** As a person would: whoever is not understood asks for another phrase. @returns nothing where no recogniser is installed */
async function cloneVoice() {
  const sample = await recording(STORY);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const challenge = await (
      await post('/v1/voices/consent-challenges', { full_name: 'Demo Speaker' })
    ).json();
    step(`challenge: "${challenge.phrase}"`);
    const form = new FormData();
    form.append('name', 'Demo');
    form.append('gender', 'male');
    form.append('consent_challenge_id', challenge.id);
    form.append('sample', new Blob([sample]), 'sample.wav');
    form.append('consent_recording', new Blob([await recording(challenge.phrase)]), 'consent.wav');
    const answer = await send('POST', '/v1/voices', { body: form });
    const body = await answer.json();
    if (answer.ok) return body;
    if (body.error.code === 'consent_verification_unavailable') {
      step(`no voice is cloned: ${body.error.message}`);
      return undefined;
    }
    if (body.error.code !== 'consent_phrase_mismatch') throw new Error(JSON.stringify(body));
    step('not understood; another phrase');
  }
  throw new Error('The speaker was not understood five times.');
}

/** flite reads, slowly enough to be understood. */
async function recording(text) {
  const input = `<speak><prosody rate="85%">${text}</prosody></speak>`;
  const { audio_data } = await speak(input, SPEAKER);
  return Buffer.from(audio_data, 'base64');
}

async function speak(input, voice_id) {
  return (await post('/v1/audio/speech', { input, voice_id })).json();
}

function post(path, body) {
  return request('POST', path, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
}

async function request(method, path, options) {
  const answer = await send(method, path, options);
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

function send(method, path, { headers = {}, ...rest } = {}) {
  return fetch(`${speech.base_url}${path}`, {
    method,
    headers: { authorization: `Bearer ${speech.api_key}`, ...headers },
    signal: AbortSignal.timeout(60_000),
    ...rest,
  });
}

async function requireRunning() {
  try {
    await request('GET', '/v1/voices/george');
  } catch (error) {
    say(`speech does not answer (${error.message}). Run: npm start`);
    process.exit(1);
  }
}

function readCredentials(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    say(`There is no ${file}. Run: npm start`);
    process.exit(1);
  }
}
