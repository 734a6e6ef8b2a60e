import { open } from 'node:fs/promises';

/**
 * A file that the caller has named.
 *
 * @throws {RangeError} for one that cannot be read or is too large
 */
export async function readTextFile(file: string, mostBytes: number): Promise<string> {
  const handle = await open(file).catch((cause: unknown) => {
    throw new RangeError(`${file} cannot be read.`, { cause });
  });
  try {
    const { size } = await handle.stat();
    if (size > mostBytes) {
      throw new RangeError(`${file} has more than ${mostBytes / 1024 ** 2} MiB: divide it.`);
    }
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}
