import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { FairQueue } from '../../../scheduling/fair-queue.js';

const DEADLINE_MS = 10_000;

/** Each takes a processor and reads its dictionary anew. */
const queue = new FairQueue(4);

/** The characters with a meaning in the stream. */
const RESERVED = /[\\^$/[\]<>{}@\0]/;

/** Whether a text can be looked up without being escaped. */
export const isPlainText = (text: string): boolean => !RESERVED.test(text);

/**
 * Runs texts through `lt-proc` with one dictionary. Four run at once, others wait; owners have their turns one after the other.
 *
 * @param args such as `['-g']` to generate; analysis without any
 * @returns one answer for each text
 * @throws {Error} when it fails or runs for more than ten seconds
 */
export function lookUp(
  dictionary: string,
  args: readonly string[],
  texts: readonly string[],
  owner = '',
): Promise<readonly string[]> {
  if (texts.length === 0) return Promise.resolve([]);
  return queue.turn(owner, () => answersOf(dictionary, args, texts));
}

async function answersOf(
  dictionary: string,
  args: readonly string[],
  texts: readonly string[],
): Promise<readonly string[]> {
  const child = spawn('lt-proc', ['-z', ...args, dictionary], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: DEADLINE_MS,
    killSignal: 'SIGKILL',
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stdin.on('error', () => undefined); // Its end is reported by its exit.
  child.stdin.end(texts.map((text) => `${text}\0`).join(''));
  await once(child, 'close');
  const answers = Buffer.concat(chunks).toString('utf8').split('\0');
  // Each ends with NUL, so that there is one part more than answers.
  if (answers.length <= texts.length) throw new Error('lt-proc ended before its last answer');
  return answers.slice(0, texts.length);
}
