import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { FolderLock } from './folder-lock.js';
import { FONT_FILES, type FontFile, type FontName } from './font-files.js';
import { FontUnavailable } from './font-unavailable.js';
import { download } from './registry-download.js';
import { fileOfArchive } from './archive.js';

export interface FontPlaces {
  /** Where what was fetched is kept. */
  readonly fontsDir: string;
  /** Address of npm's registry or a mirror of it. */
  readonly fontsRegistry: string;
}

const require = createRequire(import.meta.url);

/**
 * Fonts that are installed, or else fetched when a document needs one: their packages hold every weight, of which one is
 * kept. Whoever asks meanwhile, in this process or another one with the same folder, waits for the same download; one that
 * broke off is gone on with.
 */
export class FontStore {
  readonly #coming = new Map<string, Promise<Uint8Array>>();

  constructor(
    private readonly places: FontPlaces,
    private readonly files: Readonly<Record<string, FontFile>> = FONT_FILES,
    private readonly lockStaleMs?: number,
  ) {}

  /** Whether it is worth reading for this character. */
  mayHave(name: FontName, character: string): boolean {
    return this.#file(name).mayHave.test(character);
  }

  /** @throws {FontUnavailable} when it is not here and cannot be fetched */
  read(name: FontName): Promise<Uint8Array> {
    const known = this.#coming.get(name);
    if (known !== undefined) return known;
    const coming = this.#read(this.#file(name)).finally(() => this.#coming.delete(name));
    this.#coming.set(name, coming);
    return coming;
  }

  async #read(file: FontFile): Promise<Uint8Array> {
    const installed = installedPath(file);
    if (installed !== undefined) return await readFile(installed);
    return (await this.#kept(file)) ?? (await this.#fetched(file));
  }

  async #kept(file: FontFile): Promise<Uint8Array | undefined> {
    // What cannot be read is fetched, which tells why it cannot be kept.
    const bytes = await readFile(this.#place(file)).catch(() => undefined);
    return bytes !== undefined && isIntact(bytes, file) ? bytes : undefined;
  }

  async #fetched(file: FontFile): Promise<Uint8Array> {
    const place = this.#place(file);
    try {
      await mkdir(this.places.fontsDir, { recursive: true });
      const lock = new FolderLock(`${place}.lock`, this.lockStaleMs);
      await lock.take();
      try {
        return (await this.#kept(file)) ?? (await this.#downloaded(file, place));
      } finally {
        await lock.release();
      }
    } catch (error) {
      throw new FontUnavailable(basename(file.path), this.places.fontsRegistry, error);
    }
  }

  async #downloaded(file: FontFile, place: string): Promise<Uint8Array> {
    const archive = `${place}.tgz.part`;
    try {
      await download(file, this.places.fontsRegistry, archive);
      const bytes = await fileOfArchive(archive, `package/${file.path}`);
      if (!isIntact(bytes, file)) throw new Error('the font in it has another digest');
      // First, so that its room is free for the font.
      await remove(archive);
      await keep(place, bytes);
      return bytes;
    } catch (error) {
      // There is no going on with it where there is no room, and others need what it takes.
      if (isFull(error)) await remove(archive);
      throw error;
    }
  }

  #place = ({ path }: FontFile): string => join(this.places.fontsDir, basename(path));

  #file(name: string): FontFile {
    const file = this.files[name];
    if (file === undefined) throw new Error(`there is no font ${name}`);
    return file;
  }
}

/** A font that cannot be kept is good all the same; it is fetched again the next time. */
async function keep(place: string, bytes: Uint8Array): Promise<void> {
  const draft = `${place}.new`;
  try {
    await writeFile(draft, bytes);
    await rename(draft, place);
  } catch {
    await remove(draft);
  }
}

/** One that cannot be removed is written over by whoever comes next. */
const remove = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true }).catch(() => undefined);

const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

const isIntact = (bytes: Uint8Array, { sha256 }: FontFile): boolean =>
  createHash('sha256').update(bytes).digest('hex') === sha256;

function installedPath(file: FontFile): string | undefined {
  try {
    return require.resolve(`${file.package}/${file.path}`);
  } catch {
    return undefined; // to be fetched
  }
}
