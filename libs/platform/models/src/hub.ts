import { listFiles, modelInfo, type ListFileEntry } from '@huggingface/hub';
import { isPathBelow, type ModelFile } from './digest.js';
import { ModelError, ModelRefused } from './model-error.js';
import { RECORD_FILE } from './model-store.js';
import type { PublishedModel, WantedFiles } from './published-model.js';

/** A model as the hub has it now. */
export interface FoundModel {
  readonly model: PublishedModel;
  /** The commit that is fetched, whatever the branch becomes meanwhile. */
  readonly commit: string;
  readonly files: readonly ModelFile[];
}

/** Where models come from. */
export interface ModelSource {
  /** A server that says nothing for so long is taken to be away. */
  readonly stallMs: number;
  /** @throws {ModelError} when it is away, has no such model, or misses a file of it */
  find(model: PublishedModel): Promise<FoundModel>;
  /** One file from some byte on. @throws {ModelError} when it does not answer with it */
  open(found: FoundModel, file: ModelFile, from: number, signal: AbortSignal): Promise<Response>;
}

export interface HubOptions {
  /** Such as `https://huggingface.co`, or a mirror of it. */
  readonly url: string;
  /** For models behind a login. */
  readonly token?: string | undefined;
  /** A server that says nothing for so long is taken to be away. */
  readonly stallMs?: number;
}

/** Nothing else is fetched of a repository: scripts, pickles and weights of other frameworks stay where they are. */
const READ =
  /\.(onnx|onnx_data|json|txt|bin|fst|far|model|dict|utf8)$|(^|\/)(espeak-ng-data|dict)\//;
const STALL_MS = 60_000;
const COMMIT = /^[0-9a-f]{40}$/;
const DIGEST = /^[0-9a-f]{40}([0-9a-f]{24})?$/;

/** A hub of models as Hugging Face runs it, or a mirror of it. */
export class Hub implements ModelSource {
  readonly #url: string;
  readonly #token: string | undefined;
  readonly stallMs: number;

  constructor({ url, token, stallMs = STALL_MS }: HubOptions) {
    this.#url = url.replace(/\/+$/, '');
    this.#token = token;
    this.stallMs = stallMs;
  }

  /**
   * Its files with their sizes and digests.
   *
   * @throws {ModelError} when the hub is away, has no such model, or misses a file of it
   */
  async find(model: PublishedModel): Promise<FoundModel> {
    const { commit, files } = await this.#look(model);
    const all = [...files];
    for (const { repository, files: wanted } of model.beside ?? []) {
      const there = await this.#look(elsewhere(model, repository, wanted));
      const from = { repository, commit: there.commit };
      all.push(...there.files.map((file) => ({ ...file, from })));
    }
    const paths = new Set<string>();
    for (const { path } of all) if (paths.size === paths.add(path).size) throw untakable(path);
    return { model, commit, files: all };
  }

  async #look(model: PublishedModel): Promise<Omit<FoundModel, 'model'>> {
    const asked = { hubUrl: this.#url, fetch: this.#fetch, ...this.#credentials() };
    try {
      const { sha } = await modelInfo({
        ...asked,
        name: model.repository,
        revision: model.revision ?? 'main',
        additionalFields: ['sha'],
      });
      if (!COMMIT.test(sha))
        throw new ModelError(`The hub names no commit of ${model.repository}.`);
      const repo = { type: 'model', name: model.repository } as const;
      const entries: ListFileEntry[] = [];
      const below = model.folder === undefined ? {} : { path: model.folder };
      const wanted = { ...asked, ...below, repo, recursive: true, revision: sha };
      for await (const entry of listFiles(wanted)) entries.push(entry);
      return { commit: sha, files: wantedFiles(model, entries) };
    } catch (error) {
      throw error instanceof ModelError ? error : this.#failure(model, error);
    }
  }

  /** One file from some byte on. @throws {ModelError} when the hub does not answer with it */
  async open(
    found: FoundModel,
    file: ModelFile,
    from: number,
    signal: AbortSignal,
  ): Promise<Response> {
    const path = file.path.split('/').map(encodeURIComponent).join('/');
    const { repository, commit } = file.from ?? { ...found.model, commit: found.commit };
    const url = `${this.#url}/${repository}/resolve/${commit}/${path}`;
    const headers = {
      ...(from > 0 ? { range: `bytes=${from}-` } : {}),
      ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
    };
    const response = await fetch(url, { headers, signal });
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 401 || response.status === 403) {
      throw new ModelRefused(gated(this.#url, repository));
    }
    throw new ModelError(`${this.#url} answered ${response.status} for ${file.path}.`);
  }

  readonly #fetch: typeof fetch = (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.timeout(this.stallMs) });

  #credentials(): { accessToken?: string } {
    return this.#token === undefined ? {} : { accessToken: this.#token };
  }

  #failure({ repository, folder }: PublishedModel, error: unknown): ModelError {
    const status = (error as { statusCode?: number }).statusCode;
    if (status === 404 && folder !== undefined) {
      return new ModelError(
        `${this.#url} has no ${folder} in ${repository}, or not that repository. What it has: ${this.#url}/${repository}/tree/main`,
      );
    }
    if (status === 404 || status === 401) {
      return new ModelError(
        `${this.#url} has no model ${repository}, or shows it to those who signed in only (HF_TOKEN).`,
      );
    }
    if (status === 403) return new ModelError(gated(this.#url, repository));
    const reason = error instanceof Error ? error.message : String(error);
    return new ModelError(
      `${this.#url} cannot be asked for ${repository}: ${reason}. Without Internet: --from FOLDER, see --help.`,
    );
  }
}

/** What a model needs of another repository: its own folder and revision mean nothing there. */
function elsewhere(
  { name, use, licence, languages }: PublishedModel,
  repository: string,
  files: readonly WantedFiles[],
): PublishedModel {
  return { name, use, licence, languages, repository, files };
}

function wantedFiles(
  model: PublishedModel,
  entries: readonly ListFileEntry[],
): readonly ModelFile[] {
  const files = entries.filter(({ type }) => type === 'file').map(fileOf);
  const paths = new Set(files.map(({ path }) => path));
  for (const { path } of files)
    if (foldersOf(path).some((folder) => paths.has(folder))) throw untakable(path);
  return model.files.flatMap((wanted) => {
    const found = typeof wanted === 'string' ? wantedIn(files, wanted) : firstGroup(files, wanted);
    if (found.length > 0 || isOptional(wanted)) return found;
    const names =
      typeof wanted === 'string'
        ? wanted
        : wanted.map((group) => group.join(' with ')).join(', or ');
    throw new ModelError(
      `${model.repository} has no ${names} any more; it was published otherwise.`,
    );
  });
}

const wantedIn = (files: readonly ModelFile[], wanted: string): readonly ModelFile[] =>
  files.filter(({ path }) =>
    wanted === './'
      ? READ.test(path) && path !== RECORD_FILE
      : wanted.endsWith('/')
        ? path.startsWith(wanted)
        : path === wanted.replace(/\?$/, ''),
  );

const isOptional = (wanted: WantedFiles): boolean =>
  typeof wanted === 'string' && wanted.endsWith('?');

/** The first one of which each file is there. */
function firstGroup(
  files: readonly ModelFile[],
  groups: readonly (readonly string[])[],
): readonly ModelFile[] {
  const found = groups.map((group) => group.map((path) => wantedIn(files, path)));
  return found.find((group) => group.every((each) => each.length > 0))?.flat() ?? [];
}

function fileOf(entry: ListFileEntry): ModelFile {
  const { path, lfs } = entry;
  const { size: bytes, oid = '' } = lfs ?? entry;
  const isCounted = Number.isSafeInteger(bytes) && bytes >= 0;
  if (!isPathBelow(path) || !isCounted || !DIGEST.test(oid)) throw untakable(path);
  const algorithm = lfs === undefined ? 'git-sha1' : 'sha256';
  return { path, bytes, digest: { algorithm, value: oid } };
}

/** Its files are listed, and given to those who have accepted its terms. */
const gated = (url: string, repository: string): string =>
  `${repository} asks for its terms to be accepted: do so at ${url}/${repository}, and set HF_TOKEN to a token of that account.`;

const foldersOf = (path: string): readonly string[] => {
  const names = path.split('/');
  return names.slice(1).map((_, at) => names.slice(0, at + 1).join('/'));
};

const untakable = (path: string): ModelError =>
  new ModelError(`The hub names a file that cannot be taken: ${JSON.stringify(path)}.`);
