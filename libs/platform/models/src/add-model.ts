import type { FoundModel, ModelSource } from './hub.js';
import { readModelCard, useOf, type CommercialUse } from './model-card.js';
import { ModelError } from './model-error.js';
import { inMegabytes, sizeOf, type ModelStore, type OnProgress } from './model-store.js';
import type { ModelFile } from './digest.js';
import { cardOf } from './piper-voice.js';
import type { PublishedModel } from './published-model.js';

export interface Adding {
  readonly store: ModelStore;
  readonly source: ModelSource;
  readonly tell: (line: string) => void;
  readonly onProgress: OnProgress;
  /** Asks before anything is fetched; absent where nobody can be asked. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
  /** Says what would be fetched, and fetches nothing. */
  readonly isDry: boolean;
  readonly knowsNonCommercial: boolean;
}

/** A card has some hundred characters. */
const LONGEST_CARD = 65_536;
/** What a process takes besides the weights of a voice, after the longest sentence; half of it before (measured with joe). */
const PROCESS_BYTES = 300e6;

/** Fetches a model, after saying what it is. @throws {ModelError} when it cannot be had, or is declined */
export async function addModel(model: PublishedModel, adding: Adding): Promise<void> {
  const { store, source, tell, onProgress, ask, isDry, knowsNonCommercial } = adding;
  const found = await withCard(
    source,
    await source.find(model),
    AbortSignal.timeout(source.stallMs),
  );
  const { name, licence, isNonCommercial } = found.model;
  introduction(found).forEach(tell);
  if (isNonCommercial === true && !knowsNonCommercial) {
    throw new ModelError(
      `${name} may not be used in a business (${licence}). If yours is none: --non-commercial.`,
    );
  }
  if (await isThere(store, found)) {
    tell(`${name}: already there`);
    return;
  }
  if (isDry) return;
  if (ask !== undefined && !(await ask(`Fetch ${name}?`))) {
    throw new ModelError(`${name} is not fetched.`);
  }
  await store.fetch(source, found, onProgress);
  tell(`${name}: there`);
}

/** With the licence and the base that its own card names, whatever the catalogue knows. */
async function withCard(
  source: ModelSource,
  found: FoundModel,
  signal: AbortSignal,
): Promise<FoundModel> {
  const { model } = found;
  if (model.layout !== 'piper') return found;
  const file = cardOf(found.files);
  const text =
    file === undefined || file.bytes > LONGEST_CARD
      ? ''
      : await textOf(source.open(found, file, 0, signal), file.path);
  const { licence, base, commercialUse } = readModelCard(text);
  return {
    ...found,
    model: {
      ...{ ...model, licence, base, commercialUse },
      ...(useOf(licence) === 'forbidden' ? { isNonCommercial: true } : {}),
    },
  };
}

async function textOf(response: Promise<Response>, path: string): Promise<string> {
  try {
    return await (await response).text();
  } catch (error) {
    if (error instanceof ModelError) throw error;
    throw new ModelError(`${path} cannot be read: ${String(error)}.`);
  }
}

const IN_WORDS: Readonly<Record<CommercialUse, string>> = {
  allowed: 'Licence and base allow use in a business.',
  forbidden: 'Licence or base forbids use in a business. It becomes no default voice.',
  unknown: 'Nobody says whether it may be used in a business. It becomes no default voice.',
};

function introduction({ model, commit, files }: FoundModel): readonly string[] {
  const { name, repository, use, languages, licence, base, commercialUse, layout } = model;
  const bytes = sizeOf(files);
  const memory =
    layout === 'piper' ? `, about ${inMegabytes(bytes + PROCESS_BYTES)} of memory a process` : '';
  const what =
    `${name}: ${repository} at ${commit.slice(0, 12)}, ${use}, ${languages}, ` +
    `licence ${licence}${base === undefined ? '' : `, trained from ${base}`}, ` +
    `${files.length} files, ${inMegabytes(bytes)}${memory}`;
  return commercialUse === undefined ? [what] : [what, `${name}: ${IN_WORDS[commercialUse]}`];
}

async function isThere(store: ModelStore, { model, commit, files }: FoundModel): Promise<boolean> {
  const record = (await store.installed()).find(
    ({ name, use }) => name === model.name && use === model.use,
  );
  if (record?.commit !== commit || (await store.damaged(record)).length > 0) return false;
  // The catalogue may want more of it than it did. What was made of a voice of Piper has other files.
  const has = new Set(record.files.map(named));
  return model.layout !== undefined || files.every((file) => has.has(named(file)));
}

const named = ({ path, digest }: ModelFile): string => `${digest.value} ${path}`;
