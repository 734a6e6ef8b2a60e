import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startOf } from '@sextant/platform-testing';
import { KEY, requestsTo, type SendRequest } from './running-speech.js';

/** The service as it is built, in a process of its own. */
export interface SpeechProcess {
  readonly url: string;
  readonly pid: number;
  readonly request: SendRequest;
  /** As a power cut does: nothing is told, nothing is tidied up. */
  kill(): Promise<void>;
  /** As whoever runs it asks it to end. @returns its exit code */
  end(): Promise<number | null>;
}

/** Resolves when it listens. */
export async function spawnSpeech(env: Readonly<Record<string, string>>): Promise<SpeechProcess> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, startOf('speech'), {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      HOST: '127.0.0.1',
      PORT: '0',
      BOOTSTRAP_API_KEY: KEY,
      ENGINE_PROCESSES: '1',
      // The machine's libespeak-ng starts in a fifth of the time. These tests are about the process, not about the voice.
      ESPEAK_LIBRARY: 'auto',
      ...env,
    },
  });
  const url = await urlOf(child);
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  const end = async (): Promise<number | null> => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
    return child.exitCode;
  };
  return { url, pid: child.pid ?? 0, request: requestsTo(url), kill, end };
}

async function urlOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The service has no output.');
  for await (const line of createInterface({ input: stdout })) {
    const { msg, url } = JSON.parse(line) as { readonly msg: string; readonly url?: string };
    if (msg !== 'started' || url === undefined) continue;
    stdout.resume();
    return url;
  }
  throw new Error('The service did not start.');
}
