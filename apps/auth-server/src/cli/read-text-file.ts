import { open } from 'node:fs/promises';
import { textOfFile } from '@sextant/platform-runtime/config';

/**
 * A file that the caller has named.
 *
 * @throws {RangeError} for one that cannot be read, a folder too, or is too large
 */
export async function readTextFile(file: string, mostBytes: number): Promise<string> {
  const unreadable = (cause: unknown): never => {
    throw new RangeError(`${file} cannot be read.`, { cause });
  };
  const handle = await open(file).catch(unreadable);
  try {
    const { size } = await handle.stat();
    if (size > mostBytes) {
      throw new RangeError(`${file} has more than ${mostBytes / 1024 ** 2} MiB: divide it.`);
    }
    return textOfFile(await handle.readFile('utf8').catch(unreadable));
  } finally {
    await handle.close();
  }
}
