import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@sextant/platform-runtime/logging';
import OpenAI, { toFile } from 'openai';
import { ProgramListeners } from '../../src/recognition/program-listeners.js';
import { programPools } from '../program-pools.js';
import { Speakers, wav } from '../flite-recordings.js';
import { KEY, startSpeech, type RunningSpeech } from '../running-speech.js';
import { challengeOf, errorOf, postVoice } from '../voices.js';

const RATE = 16_000;
/** Known as a Whisper by their names; whoever asks them for work is told that it fails. */
const WHISPER = ['tiny-encoder.int8.onnx', 'tiny-decoder.int8.onnx', 'tiny-tokens.txt'];

let folder: string;
let speech: RunningSpeech;
let speakers: Speakers;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-whisper-'));
  for (const file of WHISPER) writeFileSync(join(folder, file), '');
  speakers = new Speakers();
  speech = await startSpeech({ RECOGNISER_DIR: folder });
});
afterAll(async () => {
  await speech.close();
  await speakers.close();
  rmSync(folder, { recursive: true });
});

/** Speech again and again, so many seconds of it. */
async function spoken(seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const once = await speakers.sample('kal16');
  return wav(Int16Array.from({ length: seconds * RATE }, (_, n) => once[n % once.length] ?? 0));
}

const transcribe = async (recording: Uint8Array<ArrayBuffer>) => {
  const client = new OpenAI({ apiKey: KEY, baseURL: `${speech.url}/v1`, maxRetries: 0 });
  const file = await toFile(recording, 'said.wav');
  return await client.audio.transcriptions.create({ model: 'whisper-1', file });
};

describe('a Whisper, which hears half a minute', () => {
  it('is given no recording of more than five minutes in one piece, whatever its header says', async () => {
    const recording = await spoken(310);
    const header = new DataView(recording.buffer);
    header.setUint32(4, 0xffff_ffff, true);
    header.setUint32(40, 0xffff_ffff, true);

    await expect(transcribe(recording)).rejects.toMatchObject({
      status: 400,
      code: 'recording_too_long',
      message: expect.stringContaining('stream=true'),
    });
  });

  it('is given no consent that is longer', async () => {
    const answer = await postVoice(speech, {
      ...{ name: 'Ada', gender: 'female', sample: wav(await speakers.sample('kal16')) },
      consent_challenge_id: (await challengeOf(speech)).id,
      consent_recording: await spoken(29.8),
    });

    expect(await errorOf(answer)).toMatchObject({
      status: 422,
      code: 'consent_recording_unusable',
      message: expect.stringContaining('29.5 seconds'),
    });
  });

  it('is given what is shorter, in stretches', async () => {
    await expect(transcribe(await spoken(40))).rejects.toMatchObject({ code: 'upstream_failure' });
  });
});

describe('other recognisers', () => {
  it.each([
    ['a transducer', ['encoder.onnx', 'decoder.onnx', 'joiner.onnx', 'tokens.txt']],
    ['pocketsphinx', undefined],
  ])('keep their own limits: %s', async (_what, files) => {
    const recogniserDir = files === undefined ? undefined : mkdtempSync(join(folder, 'other-'));
    for (const file of files ?? []) writeFileSync(join(recogniserDir ?? '', file), '');
    const listeners = new ProgramListeners(
      {
        pocketsphinxModelDir: '/nowhere',
        recogniserDir,
        recognisersDir: undefined,
        speakerModel: undefined,
        vadModel: undefined,
        liveRecogniserDir: undefined,
      },
      programPools(),
      silentLogger,
    );

    expect(listeners.recogniser.maxSeconds).toBeUndefined();
    await listeners.onApplicationShutdown();
  });
});
