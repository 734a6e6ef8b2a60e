import { basename } from 'node:path';
import type { Logger } from '@sextant/platform-logging';
import type { Recogniser } from './recogniser.js';
import { SphericityCheck, type SpeakerCheck } from './speaker-check.js';
import type { Transcriber } from './transcriber.js';
import type { ListeningJob, ListeningPart } from './listening.js';
import { MODEL_LOAD_MS, MODEL_STALL_MS } from '../programs/model-times.js';
import type { PoolMetrics } from '../programs/pool-metrics.js';
import { ProgramPool } from '../programs/program-pool.js';
import { PocketsphinxRecogniser } from './pocketsphinx-recogniser.js';
import { PocketsphinxTranscriber } from './pocketsphinx-transcriber.js';
import { recogniserConfig } from './recogniser-folder.js';
import { SherpaRecogniser, SherpaSpeakerCheck } from './sherpa-listener.js';

export interface ListenerOptions {
  readonly pocketsphinxModelDir: string;
  readonly recogniserDir?: string | undefined;
  readonly speakerModel?: string | undefined;
}

/** Who listens to consents in this installation. */
export interface Listeners {
  readonly recogniser: Recogniser;
  readonly speakers: SpeakerCheck;
  readonly transcriber: Transcriber;
  close(): Promise<void>;
}

interface ListenerSurroundings {
  readonly logger: Pick<Logger, 'warn'>;
  readonly pools?: PoolMetrics;
}

/** sherpa-onnx keeps 2,950 frames of 10 ms of what Whisper is given, and leaves out the rest. */
const WHISPER_SECONDS = 29.5;

/** Neural models where they are given, else pocketsphinx and statistics. */
export function listenersOf(
  options: ListenerOptions,
  { logger, pools: metrics }: ListenerSurroundings,
): Listeners {
  const { recogniserDir, speakerModel, pocketsphinxModelDir } = options;
  const pools: ProgramPool<ListeningJob, ListeningPart>[] = [];
  const pool = (
    env: Readonly<Record<string, string>>,
  ): ProgramPool<ListeningJob, ListeningPart> => {
    const made = new ProgramPool<ListeningJob, ListeningPart>({
      program: 'recognition/listening',
      size: 1,
      maxWaiting: 16,
      stallMs: MODEL_STALL_MS,
      startMs: MODEL_LOAD_MS,
      env,
      log: (event, fields) => logger.warn(event, fields),
      metrics,
    });
    pools.push(made);
    return made;
  };
  const hearing = hearingOf(
    pocketsphinxModelDir,
    recogniserDir === undefined ? undefined : sherpaRecogniser(recogniserDir, pool),
  );
  return {
    ...hearing,
    speakers:
      speakerModel === undefined
        ? new SphericityCheck()
        : new SherpaSpeakerCheck(pool({ SHERPA_SPEAKER: speakerModel }), basename(speakerModel)),
    close: () => closeAll(pools),
  };
}

function sherpaRecogniser(
  folder: string,
  pool: (env: Readonly<Record<string, string>>) => ProgramPool<ListeningJob, ListeningPart>,
): SherpaRecogniser {
  const config = recogniserConfig(folder);
  const maxSeconds = 'whisper' in config ? WHISPER_SECONDS : undefined;
  const processes = pool({ SHERPA_RECOGNISER: JSON.stringify(config) });
  return new SherpaRecogniser(processes, basename(folder), maxSeconds);
}

async function closeAll(pools: readonly ProgramPool<ListeningJob, ListeningPart>[]): Promise<void> {
  await Promise.all(pools.map((pool) => pool.close()));
}

function hearingOf(
  model: string,
  neural: SherpaRecogniser | undefined,
): Pick<Listeners, 'recogniser' | 'transcriber'> {
  if (neural !== undefined) return { recogniser: neural, transcriber: neural };
  const recogniser = new PocketsphinxRecogniser(model);
  return { recogniser, transcriber: new PocketsphinxTranscriber(model, recogniser) };
}
