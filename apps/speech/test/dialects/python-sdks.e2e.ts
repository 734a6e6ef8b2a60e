import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasPython, pythonWith, workspaceRoot } from '@sextant/platform-testing';
import { Speakers, wav } from '../flite-recordings.js';
import { KEY, startSpeech, type RunningSpeech } from '../running-speech.js';
import { challengeOf, hasRecogniser } from '../voices.js';

const run = promisify(execFile);
const here = join(workspaceRoot(), 'apps/speech/test/python');

interface Found {
  readonly speechify: {
    readonly models: readonly (readonly [string, boolean])[];
    readonly phrase: string;
    readonly billed: number;
    readonly sentence: string;
    readonly bytes: number;
    readonly events: readonly string[];
    readonly voices: readonly string[];
    readonly george: string;
  };
  readonly openai: { readonly whole: string; readonly streamed: string };
  readonly elevenlabs: {
    readonly seconds: number;
    readonly refused: string;
    readonly found: readonly string[];
    readonly dialogue: number;
    readonly rules: number;
  };
}

interface Cloned {
  readonly cloned: { readonly made: string; readonly sample: number; readonly left: boolean };
}

(hasPython() ? describe : describe.skip)('the SDKs for Python, needs python3 with venv', () => {
  let python: string;
  let folder: string;
  let speech: RunningSpeech;
  let speakers: Speakers;

  beforeAll(async () => {
    python = await pythonWith(join(here, 'requirements.txt'));
    folder = mkdtempSync(join(tmpdir(), 'sextant-python-'));
    speakers = new Speakers();
    speech = await startSpeech({ BLOB_DIR: join(folder, 'blobs') });
  });
  afterAll(async () => {
    await speech.close();
    await speakers.close();
    rmSync(folder, { recursive: true });
  });

  async function call<T>(...words: readonly string[]): Promise<T> {
    const all = [join(here, 'sdks.py'), speech.url, KEY, ...words];
    const { stdout } = await run(python, all, { timeout: 60_000 });
    return JSON.parse(stdout) as T;
  }

  it('list, speak, stream, mark and ask for a consent', async () => {
    const { speechify, openai, elevenlabs } = await call<Found>();

    expect(speechify.models).toContainEqual(['simba-3.0', false]);
    expect(speechify.phrase.split(' ').length).toBeGreaterThan(5);
    expect(speechify).toMatchObject({ billed: 12, sentence: 'Hello there', george: 'George' });
    expect(speechify.bytes).toBeGreaterThan(1000);
    expect(speechify.events.at(0)).toBe('speech.chunk');
    expect(speechify.events.at(-1)).toBe('speech.done');
    expect(speechify.voices).toContain('george');
    expect(openai).toEqual({ whole: 'RIFF', streamed: 'RIFF' });
    expect(elevenlabs.refused).toContain('voice_not_found');
    expect(elevenlabs.seconds).toBeGreaterThan(2);
    expect(elevenlabs.found).toEqual(['george']);
    expect(elevenlabs.dialogue).toBeGreaterThan(0.7);
    expect(elevenlabs.rules).toBe(1);
  });

  (hasRecogniser ? it : it.skip)(
    'clone a voice, give its sample back, and delete it, needs pocketsphinx',
    async () => {
      const sample = wav(await speakers.sample('kal16'));
      writeFileSync(join(folder, 'sample.wav'), sample);
      let found: Cloned | undefined;
      for (let attempt = 0; attempt < 5 && found === undefined; attempt += 1) {
        const { id, phrase } = await challengeOf(speech);
        writeFileSync(join(folder, 'consent.wav'), wav(await speakers.say('kal16', phrase, 0.85)));
        // Who is not understood reads another phrase.
        found = await call<Cloned>(folder, id).catch((error: unknown) => {
          if (!String(error).includes('consent_phrase_mismatch')) throw error;
          return undefined;
        });
      }

      expect(found?.cloned).toEqual({ made: 'Ada', sample: sample.length, left: false });
    },
  );
});
