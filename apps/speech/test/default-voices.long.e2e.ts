import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ModelHub, freePorts, startModelHub, workspaceRoot } from '@sextant/platform-testing';
import { requestsTo } from './running-speech.js';
import { piperConfig, toneVoice } from './tone-model.js';

const VOICES = ['en_US-ljspeech-medium', 'en_US-norman-medium'];

let folder: string;
let hub: ModelHub;
let start: ChildProcess;
let said = '';
let gateway: string;
let speechPort: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-start-'));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user, who must enter it
  for (const voice of VOICES) publish(voice);
  publishRecogniser();
  hub = await startModelHub(join(folder, 'hub'));
  const [port = 0, pgPort = 0, ownPort = 0] = await freePorts(3);
  speechPort = ownPort;
  gateway = `http://localhost:${port}`;
  const flags = ['--only', 'speech', '--built', '--voices', 'en-US', '--data', folder];
  const script = join(workspaceRoot(), 'scripts/start/start.mjs');
  const env: NodeJS.ProcessEnv = { ...process.env, HF_ENDPOINT: hub.url, MONGODB_URI: '' };
  delete env['DATABASE_URL'];
  start = spawn(process.execPath, [script, ...flags, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, PGPORT: String(pgPort), SPEECH_PORT: String(speechPort) },
  });
  for (const stream of [start.stdout, start.stderr]) {
    stream?.on('data', (piece: Buffer) => (said += piece.toString()));
  }
});
afterAll(async () => {
  const ended = once(start, 'exit');
  start.kill('SIGTERM');
  await ended;
  await hub.close();
  rmSync(folder, { recursive: true, force: true });
});

function publish(voice: string): void {
  const [locale = '', name = '', quality = ''] = voice.split('-');
  const place = join(folder, 'hub/rhasspy/piper-voices/en', locale, name, quality);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, `${voice}.onnx`), toneVoice({}));
  writeFileSync(join(place, `${voice}.onnx.json`), piperConfig());
  writeFileSync(join(place, 'MODEL_CARD'), '* License: public domain\n\nTrained from scratch\n');
}

/** Whisper by the names of its files, without weights: nothing is transcribed with it. */
function publishRecogniser(): void {
  const files = [
    ...['encoder.int8.onnx', 'decoder.int8.onnx', 'tokens.txt'].map(
      (file) => `sherpa-onnx-whisper-base/base-${file}`,
    ),
    'vad/silero_vad.onnx',
  ];
  for (const file of files) {
    const path = join(folder, 'hub/csukuangfj', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file);
  }
}

/** @throws {Error} with all that npm start said when it ends before */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) {
    if (start.exitCode !== null) throw new Error(said);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

describe('npm start where a hub answers', () => {
  it('announces neural voices, fetches them, and speaks with them by the names that people know', async () => {
    await until(() => said.includes('Neural voices are there'));

    expect(said).toMatch(/Fetching 2 neural voices in the background .*--no-models/);
    const credentials = JSON.parse(readFileSync(join(folder, 'dev-credentials.json'), 'utf8')) as {
      speech: { api_key: string };
    };
    const request = requestsTo(gateway);
    const { api_key: key } = credentials.speech;
    for (const name of ['george', 'lisa']) {
      const isNeural = async (): Promise<boolean> =>
        (await (await request('GET', `/v1/voices/${name}`, { key })).text()).includes('neural');
      await until(isNeural);
      const body = { input: 'Hello.', voice_id: name, output_format: 'pcm_16000' };
      const answer = await request('POST', '/v1/audio/stream', { key, body });
      expect(answer.status).toBe(200);
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    }
  });

  it('fetches a recogniser after them, which the running service uses', async () => {
    await until(() => said.includes('Recognisers are there: whisper-base.'));

    const readiness = async (): Promise<string> =>
      (await fetch(`http://localhost:${speechPort}/health/ready`)).text();
    await until(async () => (await readiness()).includes('sherpa-onnx, whisper-base'));

    expect(said).toMatch(/Fetching 1 recognisers in the background .*99 languages/);
  });
});
