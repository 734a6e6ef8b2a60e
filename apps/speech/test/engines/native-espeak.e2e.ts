import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EspeakEngine } from '../../src/engines/espeak/espeak-engine.js';
import { findNativeEspeak } from '../../src/engines/espeak/native-espeak.js';
import { ProgramPool } from '../../src/programs/program-pool.js';
import { composeUtterance } from '../../src/text/compose-utterance.js';
import { SHARED_VOICES } from '../../src/voices/catalogue/catalogue.js';
import { ESPEAK_LANGUAGES } from '../../src/languages/espeak-languages.js';
import type { Voice } from '../../src/voices/catalogue/voice.js';
import type { EspeakJob, EspeakPart } from '../../src/engines/espeak/espeak-jobs.js';
import { sweepFolders } from '../../src/engines/espeak/espeak-variants.js';
import { espeakEngines, nativeEspeak, type BuiltEngine } from '../espeak-engines.js';
import { startSpeech, type RunningSpeech } from '../running-speech.js';
import { silentOf } from '../silent-voices.js';

interface Answer {
  readonly audio_data: string;
  readonly speech_marks: {
    readonly chunks: readonly {
      readonly type: string;
      readonly value: string;
      readonly start_time: number;
      readonly end_time: number;
    }[];
  };
}

const native = await nativeEspeak();
const VOICE = 'en-us-female';

const phonemes = (count: number, ph: string): string =>
  `<speak>${`<phoneme ph="${ph}">word</phoneme> `.repeat(count)}</speak>`;

(native === undefined ? describe.skip : describe)('speech with libespeak-ng (needs it)', () => {
  let speech: RunningSpeech;
  let wasm: RunningSpeech;
  beforeAll(async () => {
    speech = await startSpeech({ ESPEAK_LIBRARY: 'auto' });
    wasm = await startSpeech({ ESPEAK_LIBRARY: 'none' });
  });
  afterAll(async () => {
    await speech.close();
    await wasm.close();
  });

  const speak = async (body: object, service = speech): Promise<Answer> => {
    const answer = await service.post('/v1/audio/speech', body);
    expect(answer.status).toBe(200);
    return (await answer.json()) as Answer;
  };
  const readinessOf = async (service: RunningSpeech): Promise<unknown> => {
    let answer = await fetch(`${service.url}/health/ready`);
    while (answer.status === 503) {
      await pause(50);
      answer = await fetch(`${service.url}/health/ready`);
    }
    return answer.json();
  };

  it('tells in its readiness that it uses it, and nothing else where it must not', async () => {
    const builds = (build: string) => ({ checks: { engines: { builds: { 'espeak-ng': build } } } });

    expect(await readinessOf(speech)).toMatchObject(builds(`libespeak-ng ${native?.version}`));
    expect(await readinessOf(wasm)).toMatchObject(builds('WebAssembly'));
  });

  it('gives the words the times that WebAssembly gives them', async () => {
    const body = {
      input:
        '<speak>Dr. Smith paid $5 <mark name="here"/>for 3 km, on 5/6. <phoneme ph="həˈloʊ">Really</phoneme>?</speak>',
      voice_id: VOICE,
    };
    const [here, there] = [await speak(body), await speak(body, wasm)];

    const named = ({ speech_marks }: Answer) =>
      speech_marks.chunks.map(({ type, value }) => `${type} ${value}`);
    expect(named(here)).toEqual(named(there));
    const differences = here.speech_marks.chunks.map(({ start_time }, index) =>
      Math.abs(start_time - (there.speech_marks.chunks[index]?.start_time ?? Infinity)),
    );
    expect(Math.max(...differences)).toBeLessThan(60);
  });

  it('gives the same samples and marks for A after B as before it', async () => {
    const a = { input: 'The first sentence. And, again, the second!', voice_id: VOICE };
    const b = {
      input: '<speak><prosody rate="200%" pitch="+20%">Something else.</prosody></speak>',
      voice_id: 'ru-female',
    };

    const first = await speak(a);
    await speak(b);
    await speak({ ...b, voice_id: VOICE });
    const again = await speak(a);

    expect(again).toEqual(first);
  });

  it('gives them on every route', async () => {
    const body = { input: 'The same, on every route. Is it?', voice_id: VOICE };
    const { speech_marks } = await speak(body);
    const stream = await speech.post('/v1/audio/stream/with-timestamps', body);
    const marks = [...(await stream.text()).matchAll(/^data: (.*)$/gm)].flatMap(
      ([, data]) => (JSON.parse(data ?? '') as { speech_marks?: object[] }).speech_marks ?? [],
    );

    const times = speech_marks.chunks.map(({ value, start_time }) => ({ value, start_time }));
    expect(marks).toMatchObject(times);
  });

  // With every voice: voices-speak.long.e2e.ts.
  it('speaks with voices of the whole catalogue, those that only WebAssembly has too', async () => {
    const missing = native?.missingVoices ?? [];
    expect(missing.length).toBeLessThan(10);
    const voices = SHARED_VOICES.filter(({ engine }) => engine === 'espeak-ng');
    const isOnlyThere = ({ engineVoice }: Voice) => missing.includes(engineVoice);
    const chosen = voices.filter((voice, index) => index % 8 === 0 || isOnlyThere(voice));

    expect(chosen.length).toBeGreaterThan(20);
    expect(await silentOf(speech, chosen)).toEqual([]);
  });

  it('refuses a library that is named and cannot be used', async () => {
    const setting = '/nowhere/libespeak-ng.so.1';
    const found = findNativeEspeak({ setting, voices: [], log: () => undefined });

    await expect(found).rejects.toThrow(`ESPEAK_LIBRARY: ${setting}: `);
  });

  it('uses WebAssembly where the library is missing, and says so where it does not work', async () => {
    const events: object[] = [];
    const find = (auto: string) =>
      findNativeEspeak({
        setting: 'auto',
        auto,
        voices: ['en-us'],
        log: (event, fields) => events.push({ event, ...fields }),
      });

    expect(await find('libnothing-of-this-name.so.1')).toBeUndefined();
    expect(events).toEqual([]);
    expect(await find('libc.so.6')).toBeUndefined();
    expect(events).toEqual([
      {
        event: 'espeak.native_unusable',
        library: 'libc.so.6',
        reason: expect.stringContaining('espeak_Initialize'),
      },
    ]);
  });

  it('knows which voices the library lacks', async () => {
    const found = await findNativeEspeak({
      setting: 'auto',
      voices: ['en-us', 'xx-none', 'de'],
      log: () => undefined,
    });

    expect(found?.missingVoices).toEqual(['xx-none']);
    expect(ESPEAK_LANGUAGES.length).toBeGreaterThan(100);
  });
});

(native === undefined ? describe.skip : describe)('the engine (needs libespeak-ng)', () => {
  /** Processes of this one that run the program. */
  const childPids = (program: string): number[] =>
    readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1')
      .trim()
      .split(' ')
      .map(Number)
      .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(program));
  /** Makes one as a process makes it for variants. */
  const folderOf = (pid: number): string => {
    const folder = join(tmpdir(), `sextant-espeak-${pid}-left`);
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  /** Folders of this process' own children: other tests have some too. */
  const folders = (): string[] => {
    const prefixes = childPids('espeak-native.js').map((pid) => `sextant-espeak-${pid}-`);
    return readdirSync(tmpdir()).filter((name) =>
      prefixes.some((prefix) => name.startsWith(prefix)),
    );
  };
  const speak = async (
    engine: EspeakEngine | undefined,
    text: string,
    { voice = 'en-us', onPart }: { voice?: string; onPart?: () => void } = {},
  ): Promise<number> => {
    let samples = 0;
    await engine?.speak({
      utterance: composeUtterance(text, { language: 'en-US', normalize: true }),
      voice,
      rate: 1,
      pitch: 1,
      signal: new AbortController().signal,
      workspace: 'acme',
      take: ({ pcm }) => {
        samples += pcm.length;
        onPart?.();
      },
    });
    return samples;
  };

  it('leaves nothing of a variant on the disk, and of a killed process no longer than until the next', async () => {
    const { pid: dead } = spawnSync('true');
    const left = folderOf(dead);
    const file = 'language variant\nname cabc\npitch 180 260\n';
    const engines = await espeakEngines(() => file);

    const during: string[] = [];
    const samples = await speak(engines.at(-1)?.engine, 'One two three. '.repeat(20), {
      voice: 'en-us+cabc',
      onPart: () => during.push(...folders()),
    });
    // The folder goes when the next job can come.
    const until = performance.now() + 10_000;
    while (folders().length > 0 && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }

    expect(samples).toBeGreaterThan(100_000);
    expect(during.length).toBeGreaterThan(0);
    expect(folders()).toEqual([]);
    expect(existsSync(left)).toBe(false);
    await Promise.all(engines.map(({ engine }) => engine.close()));
  });

  it('takes a folder of its own process number for one that was left behind, and no other', () => {
    const [own, parents] = [folderOf(process.pid), folderOf(process.ppid)];

    sweepFolders();

    expect([own, parents].map(existsSync)).toEqual([false, true]);
    rmdirSync(parents);
  });

  it('says with WebAssembly what ends its process before it is heard', async () => {
    const ended: string[] = [];
    const engines = await espeakEngines(
      () => undefined,
      (event) => ended.push(event),
    );
    const engine = engines.at(-1)?.engine;
    const expected = await speak(engines[0]?.engine, 'One two three.');
    await speak(engine, 'Now it runs.');
    const [pid = 0] = childPids('espeak-native.js');

    process.kill(pid, 'SIGSTOP');
    const speaking = speak(engine, 'One two three.');
    process.kill(pid, 'SIGKILL');

    expect(await speaking).toBe(expected);
    expect(ended).toEqual(['program.ended']);
    await Promise.all(engines.map((each) => each.engine.close()));
  });

  // One process for all of them, begun by the first.
  const endedShared: string[] = [];
  let shared: Promise<readonly BuiltEngine[]> | undefined;
  afterAll(async () => {
    await Promise.all(((await shared) ?? []).map(({ engine }) => engine.close()));
  });

  it.each([
    ['en-us', 'what ended libespeak-ng 1.51', '---कक, ---कक'],
    ['en-us', 'a very long word', '😀a'.repeat(300)],
    [
      'en-us',
      "characters that are espeak-ng's commands",
      'one \u000199999999M two \u00010M \0three',
    ],
    [
      'en-us',
      'more sounds than a word has',
      `<speak>go <phoneme ph="${'ˈba'.repeat(120)}">x</phoneme> on</speak>`,
    ],
    ['en-us', 'many long pronunciations in a clause', phonemes(40, 'ˈba'.repeat(30))],
    ['kl', 'a sound that ended it', phonemes(1, 'tɒt')],
  ])('says with %s, without an end of its process, %s', async (voice, _what, text) => {
    endedShared.length = 0;
    shared ??= espeakEngines(
      () => undefined,
      (event) => endedShared.push(event),
    );
    for (const { engine } of await shared) {
      const samples = await speak(engine, text, { voice });

      expect(samples).toBeGreaterThan(10_000);
      expect(endedShared).toEqual([]);
    }
  });

  it('uses WebAssembly, and is ready, where the library does not start any more', async () => {
    const pool = (program: string): ProgramPool<EspeakJob, EspeakPart> =>
      new ProgramPool({
        program,
        size: 1,
        maxWaiting: 8,
        stallMs: 20_000,
        env: { ESPEAK_LIBRARY: '/nowhere' },
        log: () => undefined,
      });
    const broken = { library: '/nowhere', version: '0', missingVoices: [] };
    const engine = new EspeakEngine({
      wasm: pool('engines/espeak/espeak'),
      native: { ...broken, pool: pool('engines/espeak/espeak-native') },
    });

    expect(await speak(engine, 'One two three.')).toBeGreaterThan(10_000);
    const until = performance.now() + 10_000;
    while (engine.state() !== 'ready' && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(engine.state()).toBe('ready');
    await engine.close();
  });
});
