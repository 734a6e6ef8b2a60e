import { EspeakEngine } from '../src/engines/espeak/espeak-engine.js';
import { findNativeEspeak, type NativeEspeak } from '../src/engines/espeak/native-espeak.js';
import { ProgramPool } from '../src/programs/program-pool.js';
import { ESPEAK_LANGUAGES } from '../src/languages/espeak-languages.js';
import type { EspeakJob, EspeakPart } from '../src/engines/espeak/espeak-jobs.js';

/** This machine's espeak-ng, if it has one. @throws {Error} when it has one that cannot be used */
export const nativeEspeak = (): Promise<NativeEspeak | undefined> => (found ??= find());

/** It is looked for once in a test file. */
let found: Promise<NativeEspeak | undefined> | undefined;
const find = (): Promise<NativeEspeak | undefined> =>
  findNativeEspeak({
    setting: 'auto',
    voices: ESPEAK_LANGUAGES,
    log: (event, fields) => {
      throw new Error(`${event}: ${JSON.stringify(fields)}`);
    },
  });

export interface BuiltEngine {
  readonly build: string;
  readonly engine: EspeakEngine;
}

/** espeak-ng in each build that this machine has. */
export async function espeakEngines(
  variantOf: (name: string) => string | undefined,
  log: (event: string) => void = () => undefined,
): Promise<readonly BuiltEngine[]> {
  const native = await nativeEspeak();
  const pools = [
    { wasm: pool(log, 'engines/espeak/espeak') },
    ...(native === undefined
      ? []
      : [
          {
            wasm: pool(log, 'engines/espeak/espeak'),
            native: { ...native, pool: pool(log, 'engines/espeak/espeak-native', native.library) },
          },
        ]),
  ];
  return pools.map((each) => {
    const engine = new EspeakEngine(each, variantOf);
    return { build: engine.build, engine };
  });
}

const pool = (
  log: (event: string) => void,
  program: string,
  library = '',
): ProgramPool<EspeakJob, EspeakPart> =>
  new ProgramPool<EspeakJob, EspeakPart>({
    program,
    size: 1,
    maxWaiting: 8,
    stallMs: 20_000,
    env: { ESPEAK_LIBRARY: library },
    log,
  });
