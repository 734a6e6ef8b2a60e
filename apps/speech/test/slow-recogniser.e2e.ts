import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { ProgramListeners } from '../src/recognition/program-listeners.js';
import type { ListeningRequest } from '../src/recognition/transcriber.js';
import { programPools } from './program-pools.js';
import { wav } from './flite-recordings.js';
import { KEY, startSpeech } from './running-speech.js';
import { senseVoice, senseVoiceTokens } from './sense-voice-model.js';

const RATE = 16_000;
const TONE = Int16Array.from({ length: RATE }, (_, n) => 10_000 * Math.sin(n / 5));

let folder: string;
let model: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-slow-'));
  model = join(folder, 'sherpa-onnx-sense-voice');
  mkdirSync(model);
  writeFileSync(join(model, 'model.int8.onnx'), senseVoice());
  writeFileSync(join(model, 'tokens.txt'), senseVoiceTokens());
});
afterAll(() => rmSync(folder, { recursive: true }));

const request = (): ListeningRequest => ({
  pcm: TONE,
  task: 'transcribe',
  workspace: 'acme',
  isBegun: false,
  signal: new AbortController().signal,
});

/** The child of this process that has the model. */
function listeningPid(): number {
  const pids = readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1').trim().split(' ');
  const found = pids.find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('listening.js'),
  );
  if (found === undefined) throw new Error('no child');
  return Number(found);
}

describe('a neural recogniser that is slow', () => {
  it('is not killed for it: what it is at comes', async () => {
    const events: string[] = [];
    const listeners = new ProgramListeners(
      {
        pocketsphinxModelDir: '/nowhere',
        recogniserDir: model,
        recognisersDir: undefined,
        speakerModel: undefined,
        vadModel: undefined,
        liveRecogniserDir: undefined,
      },
      programPools((event) => void events.push(event)),
      silentLogger,
    );
    try {
      await listeners.transcriber.write(request());
      process.kill(listeningPid(), 'SIGSTOP');
      jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });

      const heard = listeners.transcriber.write(request());
      await new Promise(setImmediate);
      jest.advanceTimersByTime(240_000);
      jest.useRealTimers();
      process.kill(listeningPid(), 'SIGCONT');

      expect((await heard).text).toContain('one');
      expect(events).toEqual([]);
    } finally {
      jest.useRealTimers();
      await listeners.onApplicationShutdown();
    }
  });

  it('has callers whose time is over told when to come again', async () => {
    const speech = await startSpeech({ RECOGNISER_DIR: model, REQUEST_TIMEOUT_MS: '1000' });
    const ask = async (): Promise<Response> => {
      const form = new FormData();
      form.set('file', new Blob([wav(TONE)]), 'said.wav');
      return await fetch(`${speech.url}/v1/audio/transcriptions`, {
        ...{ method: 'POST', body: form },
        headers: { authorization: `Bearer ${KEY}` },
      });
    };
    try {
      while ((await ask()).status !== 200) continue;
      process.kill(listeningPid(), 'SIGSTOP');

      const late = await ask();

      expect(late.status).toBe(503);
      expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await late.json()).toMatchObject({ error: { code: 'engine_busy' } });
      process.kill(listeningPid(), 'SIGCONT');
      while ((await ask()).status !== 200) continue;
    } finally {
      await speech.close();
    }
  });
});
