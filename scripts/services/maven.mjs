import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { Unavailable } from './unavailable.mjs';

const repository = process.env.MAVEN_REPOSITORY ?? 'https://repo1.maven.org/maven2';

/**
 * Brings the jars of a lock file, four at a time, straight from Maven Central: Maven itself is not
 * needed. Every file must have the recorded SHA-256; files that are there already are kept.
 * @param {{ lockFile: URL, folder: string, say: (line: string) => void }} wish
 *   the lock file maps a path in the repository to its checksum
 * @throws {Unavailable} when a file cannot be had or is not the recorded one
 */
export async function bringJars({ lockFile, folder, say }) {
  const jars = Object.entries(JSON.parse(await readFile(lockFile, 'utf8')));
  await mkdir(folder, { recursive: true });

  const missing = [];
  for (const [path, sha256] of jars) {
    if (!(await isThere(join(folder, basename(path)), sha256))) missing.push({ path, sha256 });
  }
  if (missing.length === 0) return;

  say(`downloading ${missing.length} jars from Maven Central`);
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let jar = missing.pop(); jar; jar = missing.pop()) await download(jar, folder);
    }),
  );
}

async function isThere(file, sha256) {
  // Absent or unreadable: it is downloaded again either way.
  const bytes = await readFile(file).catch(() => undefined);
  return bytes !== undefined && checksum(bytes) === sha256;
}

async function download({ path, sha256 }, folder) {
  const url = `${repository}/${path}`;
  const bytes = await fetchTwice(url);
  if (checksum(bytes) !== sha256) throw new Unavailable(`${url} is not the recorded file`);

  const file = join(folder, basename(path));
  await writeFile(`${file}.${process.pid}`, bytes);
  await rename(`${file}.${process.pid}`, file);
}

async function fetchTwice(url) {
  return fetchBytes(url).catch(() =>
    fetchBytes(url).catch((error) => {
      throw new Unavailable(
        `${url} cannot be downloaded: ${error.cause?.message ?? error.message}`,
      );
    }),
  );
}

async function fetchBytes(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

function checksum(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
