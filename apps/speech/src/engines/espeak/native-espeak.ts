import { execFile } from 'node:child_process';
import { ConfigError } from '@sextant/platform-runtime/config';
import { NOT_LOADED, type EspeakCheck } from '../../programs/messages.js';
import { programFile } from '../../programs/program-file.js';

/** The machine's own espeak-ng. */
export interface NativeEspeak {
  /** What the system's loader finds it by. */
  readonly library: string;
  readonly version: string;
  /** Of the voices that are offered. */
  readonly missingVoices: readonly string[];
}

export interface NativeEspeakOptions {
  /** `auto`, `none`, or a library. */
  readonly setting: string;
  /** The library of `auto`; absent: the one of this system's packages. */
  readonly auto?: string;
  /** espeak-ng's names of all voices that are offered. */
  readonly voices: readonly string[];
  readonly log: (event: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** Where the systems' packages put it. */
const LIBRARIES: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: 'libespeak-ng.so.1',
  darwin: 'libespeak-ng.1.dylib',
};
const CHECK_MS = 10_000;

/**
 * Finds the machine's libespeak-ng and tries it in a process of its own. One that is there but cannot be used is told
 * to the log.
 *
 * @throws {ConfigError} when a library that was named cannot be used
 */
export async function findNativeEspeak(
  options: NativeEspeakOptions,
): Promise<NativeEspeak | undefined> {
  const { setting, voices, log } = options;
  if (setting === 'none') return undefined;
  const library = setting === 'auto' ? (options.auto ?? LIBRARIES[process.platform]) : setting;
  if (library === undefined) return undefined;
  const result = await check(library, voices);
  if ('version' in result) return { library, ...result };
  if (setting !== 'auto') {
    const [reason = ''] = result.reason.split('\n', 1);
    throw new ConfigError([`ESPEAK_LIBRARY: ${library}: ${reason}`]);
  }
  if (result.code !== NOT_LOADED) {
    log('espeak.native_unusable', { library, reason: result.reason });
  }
  return undefined;
}

interface Unusable {
  readonly code: number | string | null | undefined;
  readonly reason: string;
}

const check = (library: string, voices: readonly string[]): Promise<EspeakCheck | Unusable> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [programFile('engines/espeak/espeak-check'), library, ...voices],
      { timeout: CHECK_MS, env: { PATH: process.env['PATH'] } },
      (error, stdout, stderr) => {
        if (error === null) resolve(JSON.parse(stdout) as EspeakCheck);
        else resolve({ code: error.code, reason: stderr.slice(0, 500) || error.message });
      },
    );
  });
