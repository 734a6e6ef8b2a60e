import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import createEspeak from '@echogarden/espeak-ng-emscripten';

const NAME = '.espeak-ng-data';
/** In the package's own file system. */
const SOURCE = '/usr/share/espeak-ng-data';

/**
 * espeak-ng's data as a folder, which voices of Piper read with and are published without. The package of espeak-ng has it in
 * one file: it is unpacked once, into the first of the folders that may be written to.
 *
 * @returns its path
 * @throws {Error} when none of the folders can be written to
 */
export async function espeakData(folders: readonly string[]): Promise<string> {
  const places = folders.map((folder) => join(folder, NAME));
  const there = places.find(isOwn);
  if (there !== undefined) return there;
  const failures: unknown[] = [];
  for (const place of places) {
    try {
      await makeWhole(place);
      return place;
    } catch (error) {
      failures.push(error);
    }
  }
  throw new Error(`espeak-ng's data cannot be unpacked: ${failures.join('; ')}`);
}

/** Of several processes that unpack it at the same time, one is the first. */
async function makeWhole(place: string): Promise<void> {
  const part = `${place}.${process.pid}.part`;
  await unpackEspeakData(part);
  try {
    renameSync(part, place);
  } catch (error) {
    rmSync(part, { recursive: true });
    if (!isOwn(place)) throw error;
  }
}

/** Some 18 MB. */
export async function unpackEspeakData(to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  const espeak = await createEspeak({});
  new espeak.eSpeakNGWorker();
  const copy = (from: string, target: string): void => {
    mkdirSync(target, { recursive: true });
    for (const name of espeak.FS.readdir(from).filter((each) => !each.startsWith('.'))) {
      const path = `${from}/${name}`;
      if (espeak.FS.isDir(espeak.FS.stat(path).mode)) copy(path, join(target, name));
      else writeFileSync(join(target, name), espeak.FS.readFile(path));
    }
  };
  copy(SOURCE, to);
}

/** In a folder that others may write to, theirs is not read. */
function isOwn(place: string): boolean {
  const state = statSync(place, { throwIfNoEntry: false });
  return state?.isDirectory() === true && [0, process.getuid?.()].includes(state.uid);
}
