import { parentPort } from 'node:worker_threads';
import sherpa, { type OfflineResult, type Vad } from 'sherpa-onnx-node';
import { wordsOf } from './token-words.js';
import type { Heard, ListeningTask } from './transcriber.js';
import type { Span } from './speech-activity.js';

/** What a neural model is asked about a recording. */
export interface ListeningJob {
  readonly kind: 'transcribe' | 'embed' | 'find-speech';
  /** -1 to 1. */
  readonly samples: Float32Array;
  readonly sampleRate: number;
  /** As Whisper calls it; absent: the model finds out. */
  readonly language?: string | undefined;
  readonly task?: ListeningTask;
}

export interface ListeningPart {
  readonly heard?: Heard;
  /** Of the speaker. */
  readonly embedding?: Float32Array;
  readonly spans?: readonly Span[];
}

const recogniserConfig = process.env['SHERPA_RECOGNISER'];
const speakerModel = process.env['SHERPA_SPEAKER'];
const vadModel = process.env['SHERPA_VAD'];

interface ModelConfig {
  readonly whisper?: Readonly<Record<string, string>>;
}

const modelConfig =
  recogniserConfig === undefined ? undefined : (JSON.parse(recogniserConfig) as ModelConfig);

const configOf = (model: ModelConfig, whisper: Readonly<Record<string, string>> = {}): object => ({
  featConfig: { sampleRate: 16000, featureDim: 80 },
  modelConfig: {
    ...model,
    // Models that were not made for it tell no times, whatever is asked. The library takes a number alone for yes.
    ...(model.whisper === undefined
      ? {}
      : { whisper: { ...model.whisper, ...whisper, enableTokenTimestamps: 1 } }),
    numThreads: 1,
    provider: 'cpu',
  },
});

// A damaged model ends the process here, or throws.
const recogniser =
  modelConfig === undefined ? undefined : new sherpa.OfflineRecognizer(configOf(modelConfig));
const extractor =
  speakerModel === undefined
    ? undefined
    : new sherpa.SpeakerEmbeddingExtractor({ model: speakerModel, numThreads: 1, provider: 'cpu' });

/** Samples that silero looks at in one go. */
const VAD_WINDOW = 512;
/** Seconds that it keeps: a job is a minute at most. */
const VAD_SECONDS = 70;
const detector = vadModel === undefined ? undefined : vadOf(vadModel);

function vadOf(model: string): Vad {
  const sileroVad = {
    ...{ model, threshold: 0.5, windowSize: VAD_WINDOW },
    ...{ minSilenceDuration: 0.3, minSpeechDuration: 0.1, maxSpeechDuration: VAD_SECONDS },
  };
  const config = { sileroVad, sampleRate: 16000, numThreads: 1, provider: 'cpu' };
  return new sherpa.Vad(config, VAD_SECONDS);
}

function transcribe({ samples, sampleRate, language = '', task }: ListeningJob): ListeningPart {
  if (recogniser === undefined || modelConfig === undefined) {
    throw new Error('there is no model for speech');
  }
  if (modelConfig.whisper !== undefined) {
    recogniser.setConfig(configOf(modelConfig, { language, task: task ?? 'transcribe' }));
  }
  const stream = recogniser.createStream();
  stream.acceptWaveform({ samples, sampleRate });
  recogniser.decode(stream);
  return { heard: heardOf(recogniser.getResult(stream)) };
}

/** SenseVoice writes `<|en|>`. */
function heardOf(result: OfflineResult): Heard {
  const language = result.lang?.replaceAll(/[<|>]/gu, '') ?? '';
  const words = wordsOf(result);
  return {
    text: result.text.trim(),
    ...(words === undefined ? {} : { words }),
    ...(/^[a-z]{2,3}$/.test(language) ? { language } : {}),
  };
}

function embed({ samples, sampleRate }: ListeningJob): ListeningPart {
  if (extractor === undefined) throw new Error('there is no model for speakers');
  const stream = extractor.createStream();
  stream.acceptWaveform({ samples, sampleRate });
  stream.inputFinished();
  if (!extractor.isReady(stream)) throw new Error('the recording is too short');
  return { embedding: extractor.compute(stream, false) };
}

function findSpeech({ samples }: ListeningJob): ListeningPart {
  if (detector === undefined) throw new Error('there is no model for voice activity');
  const spans: Span[] = [];
  const take = (): void => {
    while (!detector.isEmpty()) {
      const { start, samples: found } = detector.front(false);
      spans.push({ from: start, until: Math.min(samples.length, start + found.length) });
      detector.pop();
    }
  };
  detector.reset();
  for (let at = 0; at + VAD_WINDOW <= samples.length; at += VAD_WINDOW) {
    detector.acceptWaveform(samples.subarray(at, at + VAD_WINDOW));
    take();
  }
  detector.flush();
  take();
  return { spans };
}

const JOBS = { transcribe, embed, 'find-speech': findSpeech };

parentPort?.on('message', ({ job }: { readonly job: ListeningJob }) => {
  try {
    const part = JOBS[job.kind](job);
    parentPort?.postMessage({ type: 'part', part });
    parentPort?.postMessage({ type: 'done' });
  } catch (error) {
    parentPort?.postMessage({ type: 'failed', message: String(error) });
  }
});
parentPort?.postMessage({ type: 'ready' });
