import { existsSync } from 'node:fs';
import {
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isIntact, isPathBelow, type ModelFile } from './digest.js';
import { download } from './download.js';
import type { FoundModel, ModelSource } from './hub.js';
import { ModelError } from './model-error.js';
import { arrangePiper } from './piper-voice.js';
import { MODEL_USES, type ModelUse, type PublishedModel } from './published-model.js';

/** What stands in `model.json` beside the files of a model. */
export interface ModelRecord extends Pick<
  PublishedModel,
  'name' | 'use' | 'repository' | 'licence' | 'base' | 'commercialUse' | 'isNonCommercial' | 'pairs'
> {
  readonly commit: string;
  readonly files: readonly ModelFile[];
}

export const RECORD_FILE = 'model.json';
/** Left free on the disk. */
const RESERVE = 256 * 1024 * 1024;

/** What is told while a model comes: bytes of all its files, and how many are there. */
export type OnProgress = (has: number, all: number) => void;

/**
 * Models in a folder: `<root>/<use>/<name>/`, each with its record. A model appears whole or not at all; what has come of one
 * whose download was broken off waits in `.<name>.part`.
 */
export class ModelStore {
  constructor(private readonly root: string) {}

  async installed(): Promise<readonly ModelRecord[]> {
    const records = await Promise.all(
      MODEL_USES.map(async (use) => {
        const names = await readdir(join(this.root, use)).catch(() => []);
        return Promise.all(
          names.filter((name) => !name.startsWith('.')).map((name) => this.#record(use, name)),
        );
      }),
    );
    return records.flat().filter((record) => record !== undefined);
  }

  /** Fetches what is missing of it. @throws {ModelError} when it cannot be had, or the disk is too small */
  async fetch(hub: ModelSource, found: FoundModel, onProgress: OnProgress): Promise<ModelRecord> {
    const { model, files } = found;
    const part = this.#part(model);
    const all = sizeOf(files);
    await this.#makeRoom(all, part);
    let has = 0;
    for (const file of files) {
      await download({
        hub,
        found,
        file,
        to: join(part, file.path),
        onBytes: (bytes) => {
          has += bytes;
          onProgress(has, all);
        },
      });
    }
    const own = model.layout === 'piper' ? await arrangePiper(part, model) : files;
    const record = recordOf(found, own);
    await writeFile(join(part, RECORD_FILE), json(record));
    if (model.layout === undefined) await describeVoices(part, model);
    await this.#put(part, model);
    return record;
  }

  /** Copies a model of another such folder. @throws {ModelError} when it is not there or is damaged */
  async copy(from: string, name: string, onProgress: OnProgress): Promise<ModelRecord> {
    const source = new ModelStore(from);
    const record = await source.#named(name);
    const part = this.#part(record);
    const all = sizeOf(record.files);
    await this.#makeRoom(all, part);
    let has = 0;
    for (const file of record.files) {
      const to = join(part, file.path);
      await mkdir(dirname(to), { recursive: true });
      await copyFile(join(source.#folder(record), file.path), to);
      if (!(await isIntact(to, file))) {
        await rm(part, { recursive: true });
        throw new ModelError(`${file.path} of ${name} in ${from} is damaged.`);
      }
      has += file.bytes;
      onProgress(has, all);
    }
    for (const file of [RECORD_FILE, VOICES_FILE]) {
      const beside = join(source.#folder(record), file);
      if (existsSync(beside)) await copyFile(beside, join(part, file));
    }
    await this.#put(part, record);
    return record;
  }

  /** Files that are not as they came, or are gone. */
  async damaged(record: ModelRecord): Promise<readonly string[]> {
    const paths: string[] = [];
    for (const file of record.files) {
      const isWhole = await isIntact(join(this.#folder(record), file.path), file).catch(
        () => false,
      );
      if (!isWhole) paths.push(file.path);
    }
    return paths;
  }

  /** @throws {ModelError} when it is not there */
  async remove(name: string): Promise<ModelRecord> {
    const record = await this.#named(name);
    await rm(this.#folder(record), { recursive: true });
    return record;
  }

  async #named(name: string): Promise<ModelRecord> {
    const record = (await this.installed()).find((each) => each.name === name);
    if (record === undefined) throw new ModelError(`There is no model ${name} in ${this.root}.`);
    return record;
  }

  async #record(use: ModelUse, name: string): Promise<ModelRecord | undefined> {
    const file = join(this.root, use, name, RECORD_FILE);
    if (!existsSync(file)) return undefined;
    try {
      // Its name is that of its folder, whatever a copied record says.
      const record = { ...(JSON.parse(await readFile(file, 'utf8')) as ModelRecord), use, name };
      if (record.files.every(({ path }) => isPathBelow(path))) return record;
    } catch {
      // Said below.
    }
    throw new ModelError(`${file} cannot be read; remove the folder and add the model again.`);
  }

  /** In one step, so that nobody sees half a model; an older one goes. */
  async #put(part: string, model: Pick<PublishedModel, 'use' | 'name'>): Promise<void> {
    const folder = this.#folder(model);
    const old = `${part}.old`;
    await rm(old, { recursive: true, force: true });
    if (existsSync(folder)) await rename(folder, old);
    await rename(part, folder);
    await rm(old, { recursive: true, force: true });
  }

  async #makeRoom(bytes: number, part: string): Promise<void> {
    await mkdir(part, { recursive: true });
    const { bavail, bsize } = await statfs(part);
    const free = bavail * bsize - RESERVE + (await bytesBelow(part));
    if (bytes > free) {
      throw new ModelError(
        `The model takes ${inMegabytes(bytes)}; ${this.root} has room for ${inMegabytes(Math.max(0, free))}.`,
      );
    }
  }

  #folder({ use, name }: Pick<PublishedModel, 'use' | 'name'>): string {
    return join(this.root, use, name);
  }

  #part({ use, name }: Pick<PublishedModel, 'use' | 'name'>): string {
    return join(this.root, use, `.${name}.part`);
  }
}

export const sizeOf = (files: readonly ModelFile[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

export const inMegabytes = (bytes: number): string =>
  `${new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(bytes / 1e6)} MB`;

const VOICES_FILE = 'voices.json';

function recordOf({ model, commit }: FoundModel, files: readonly ModelFile[]): ModelRecord {
  const { name, use, repository, licence, base, commercialUse, isNonCommercial, pairs } = model;
  return {
    ...{ name, use, repository, commit, licence, files },
    ...(base === undefined ? {} : { base }),
    ...(commercialUse === undefined ? {} : { commercialUse }),
    ...(isNonCommercial === undefined ? {} : { isNonCommercial }),
    ...(pairs === undefined ? {} : { pairs }),
  };
}

/** Who speaks, as the speech service reads it. */
async function describeVoices(folder: string, { locale, speakers }: PublishedModel): Promise<void> {
  if (locale === undefined) return;
  const about = { locale, ...(speakers === undefined ? {} : { speakers }) };
  await writeFile(join(folder, VOICES_FILE), json(about));
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
