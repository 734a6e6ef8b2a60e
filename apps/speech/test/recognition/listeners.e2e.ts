import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { ProgramListeners } from '../../src/recognition/program-listeners.js';
import { recogniserConfig } from '../../src/recognition/recogniser-folder.js';
import { analysisOf } from '../../src/recordings/recording-analysis.js';
import type { Recording } from '../../src/recordings/usable-recording.js';
import { programPools } from '../program-pools.js';
import { Speakers } from '../flite-recordings.js';
import { onnxModel } from '../onnx.js';
import { senseVoice, senseVoiceTokens } from '../sense-voice-model.js';

/** A speaker model in the format of WeSpeaker that answers the mean of the filter bank's 80 bands. */
const meanModel = (): Uint8Array =>
  onnxModel({
    inputs: [{ name: 'feats', type: 'float', dims: ['batch', 'frames', 80] }],
    outputs: [{ name: 'embs', type: 'float', dims: ['batch', 80] }],
    constants: [],
    nodes: [
      {
        op: 'ReduceMean',
        inputs: ['feats'],
        output: 'embs',
        attributes: { axes: [1], keepdims: 0 },
      },
    ],
    metadata: {
      framework: 'wespeaker',
      language: 'English',
      url: 'none',
      comment: 'test',
      sample_rate: '16000',
      output_dim: '80',
      normalize_samples: '0',
      feature_normalize_type: 'global-mean',
    },
  });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-listeners-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const recordingOf = (pcm: Int16Array): Recording => {
  const analysis = analysisOf(pcm);
  if (analysis.voice === undefined) throw new Error('no speech');
  return { bytes: new Uint8Array(0), container: 'wav', pcm, analysis, voice: analysis.voice };
};

describe('a folder of recognisers', () => {
  const addRecogniser = (name: string, files: Readonly<Record<string, Uint8Array | string>>) => {
    const path = join(folder, 'recognisers', name);
    mkdirSync(path, { recursive: true });
    for (const [file, content] of Object.entries(files)) writeFileSync(join(path, file), content);
  };
  const whisper = (size: string) => ({
    [`${size}-encoder.int8.onnx`]: size,
    [`${size}-decoder.int8.onnx`]: size,
    [`${size}-tokens.txt`]: 'tokens',
  });
  const listenersIn = (): ProgramListeners =>
    new ProgramListeners(
      {
        pocketsphinxModelDir: '/nowhere',
        recogniserDir: undefined,
        recognisersDir: join(folder, 'recognisers'),
        speakerModel: undefined,
        vadModel: undefined,
        liveRecogniserDir: undefined,
      },
      programPools(),
      silentLogger,
    );

  it('that is empty gives none; one that is added takes over while the service runs', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const listeners = listenersIn();
    expect(await listeners.recogniser.isAvailable()).toBe(false);
    expect(await listeners.transcriber.isAvailable()).toBe(false);

    addRecogniser('sense-voice', {
      'model.int8.onnx': senseVoice(),
      'tokens.txt': senseVoiceTokens(),
    });
    jest.advanceTimersByTime(10_000);
    jest.useRealTimers();
    try {
      expect(await listeners.transcriber.isAvailable()).toBe(true);
      expect(listeners.transcriber.by).toBe('sherpa-onnx, sense-voice');
      const pcm = Int16Array.from({ length: 16_000 }, (_, n) => 10_000 * Math.sin(n / 5));
      expect((await listeners.recogniser.transcribe(pcm, 'acme')).by).toBe(
        'sherpa-onnx, sense-voice',
      );
    } finally {
      await listeners.onApplicationShutdown();
    }
  });

  it('gives the largest of many languages, and nothing of what is no recogniser', async () => {
    addRecogniser('whisper-base', whisper('base'));
    addRecogniser('whisper-tiny', {
      ...whisper('tiny'),
      'tiny-encoder.int8.onnx': 'x'.repeat(1e6),
    });
    addRecogniser('whisper-small.en', {
      ...whisper('small.en'),
      'small.en-encoder.int8.onnx': 'x'.repeat(2e6),
    });
    addRecogniser('notes', { 'README.md': 'none' });
    rmSync(join(folder, 'recognisers', 'sense-voice'), { recursive: true, force: true });

    const listeners = listenersIn();
    await listeners.onApplicationShutdown();

    expect(listeners.transcriber.by).toBe('sherpa-onnx, whisper-tiny');
    expect(listeners.recogniser.maxSeconds).toBe(29.5);
  });
});

describe('a speaker model', () => {
  it('is loaded in a process of its own and compares recordings', async () => {
    const speakers = new Speakers();
    const model = join(folder, 'mean.onnx');
    writeFileSync(model, meanModel());
    const listeners = new ProgramListeners(
      {
        pocketsphinxModelDir: '/nowhere',
        recogniserDir: undefined,
        recognisersDir: undefined,
        speakerModel: model,
        vadModel: undefined,
        liveRecogniserDir: undefined,
      },
      programPools(),
      silentLogger,
    );
    try {
      const first = recordingOf(await speakers.sample('rms', 6));
      const other = recordingOf(await speakers.sample('slt', 6));

      const same = await listeners.speakers.compare(first, first, 'default');
      const different = await listeners.speakers.compare(first, other, 'default');

      expect(listeners.speakers.name).toContain('mean.onnx');
      expect(same.isSame).toBe(true);
      expect(Math.abs(same.distance)).toBeLessThan(1e-4);
      expect(different.distance).toBeGreaterThan(same.distance + 1e-4);
    } finally {
      await listeners.onApplicationShutdown();
      await speakers.close();
    }
  });

  it('that is damaged fails the comparison, not the service', async () => {
    const model = join(folder, 'damaged.onnx');
    writeFileSync(model, 'this is no model');
    const listeners = new ProgramListeners(
      {
        pocketsphinxModelDir: '/nowhere',
        recogniserDir: undefined,
        recognisersDir: undefined,
        speakerModel: model,
        vadModel: undefined,
        liveRecogniserDir: undefined,
      },
      programPools(),
      silentLogger,
    );
    const recording = { pcm: new Int16Array(16000) } as Recording;

    await expect(listeners.speakers.compare(recording, recording, 'default')).rejects.toThrow();
    await listeners.onApplicationShutdown();
  });
});

describe('a folder with a recogniser', () => {
  const made = (name: string, files: readonly string[]): string => {
    const path = mkdtempSync(join(folder, `${name}-`));
    for (const file of files) writeFileSync(join(path, file), '');
    return path;
  };

  it.each([
    ['whisper', ['tiny.en-encoder.int8.onnx', 'tiny.en-decoder.int8.onnx', 'tiny.en-tokens.txt']],
    ['transducer', ['encoder-99.onnx', 'decoder-99.onnx', 'joiner-99.onnx', 'tokens.txt']],
    [
      'moonshine',
      [
        'preprocess.onnx',
        'encode.int8.onnx',
        'uncached_decode.onnx',
        'cached_decode.onnx',
        'tokens.txt',
      ],
    ],
    ['senseVoice', ['model.int8.onnx', 'tokens.txt']],
  ])('is known as %s by its files', (family, files) => {
    const path = made(family === 'senseVoice' ? 'sense-voice' : 'model', files);

    expect(Object.keys(recogniserConfig(path))).toEqual(['tokens', family]);
  });

  it('without a model is refused at start', () => {
    expect(() => recogniserConfig(made('empty', ['readme.txt']))).toThrow('no recogniser');
  });
});
