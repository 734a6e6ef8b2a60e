import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ModelFile } from './digest.js';
import { ModelError } from './model-error.js';
import { appendOnnxMetadata, onnxMetadata } from './onnx-metadata.js';
import { metadataOf, readPiperConfig, tokensOf, type PiperConfig } from './piper-config.js';
import type { PublishedModel } from './published-model.js';

export const PIPER_REPOSITORY = 'rhasspy/piper-voices';
const NAME = /^(([a-z]{2,3})_[A-Z]{2})-([\p{L}\p{N}_]+)-(x_low|low|medium|high)$/u;
const CARD_FILE = 'MODEL_CARD';
const TOKENS_FILE = 'tokens.txt';
/** `x.onnx.json` of the voice with most speakers has 30 KB. */
const LONGEST_CONFIG = 4 * 1024 * 1024;

/** The published config of this one says Dutch, which it was not trained with: as German it is understood. */
const ESPEAK_VOICES: Readonly<Record<string, string>> = { 'de_DE-mls-medium': 'de' };

/**
 * A voice as Piper's authors publish it: `<lang>/<lang_REGION>/<name>/<quality>/`.
 *
 * @param voice such as `en_US-joe-medium`
 * @returns undefined when no voice can be called so
 */
export function piperVoice(voice: string): PublishedModel | undefined {
  const [, locale, language, speaker, quality] = NAME.exec(voice) ?? [];
  if (locale === undefined || language === undefined) return undefined;
  const folder = [language, locale, speaker, quality].join('/');
  const named = new Intl.DisplayNames('en', { type: 'language' });
  return {
    name: `piper-${voice}`,
    use: 'voices',
    layout: 'piper',
    repository: PIPER_REPOSITORY,
    folder,
    files: [`${folder}/${voice}.onnx`, `${folder}/${voice}.onnx.json`, `${folder}/${CARD_FILE}?`],
    licence: 'see its MODEL_CARD',
    languages: named.of(locale.replace('_', '-')) ?? locale,
    locale: locale.replace('_', '-'),
  };
}

/** The file of a fetched model that tells its licence. */
export const cardOf = (files: readonly ModelFile[]): ModelFile | undefined =>
  files.find(({ path }) => basename(path) === CARD_FILE);

/**
 * Makes the folder of a voice that was fetched as it is published into one that sherpa-onnx reads.
 *
 * @param part the folder, in which the files lie below the path that they have in the repository
 * @returns its files
 * @throws {ModelError} when it is no voice that sherpa-onnx can speak with
 */
export async function arrangePiper(
  part: string,
  { name, folder = '', speakers, locale }: PublishedModel,
): Promise<readonly ModelFile[]> {
  const [top = ''] = folder.split('/');
  // What an attempt has left that ended here.
  const left = (await readdir(part)).filter((name) => name !== top);
  for (const name of left) await rm(join(part, name), { recursive: true });
  for (const file of await readdir(join(part, folder))) {
    await rename(join(part, folder, file), join(part, file));
  }
  await rm(join(part, top), { recursive: true });
  try {
    const config = await preparePiper(part);
    if (config === undefined) throw new ModelError('it has no .onnx with an .onnx.json');
    const about = { locale, speakers: speakers ?? speakersOf(name, config) };
    await writeFile(join(part, 'voices.json'), `${JSON.stringify(about, null, 2)}\n`);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    await rm(part, { recursive: true });
    throw new ModelError(`${name} cannot be used: ${error.message}.`);
  }
  const files = await readdir(part, { withFileTypes: true });
  return Promise.all(
    files.filter((each) => each.isFile()).map((each) => recordOf(part, each.name)),
  );
}

/**
 * Adds what sherpa-onnx wants beside and in a voice of Piper, in place: `tokens.txt`, and the metadata of the model. What is
 * there already stays as it is.
 *
 * @returns what is known of the voice; undefined when the folder holds none of Piper's
 * @throws {ModelError} with the reason when it cannot be used
 */
export async function preparePiper(folder: string): Promise<PiperConfig | undefined> {
  const files = await readdir(folder);
  const model = files.find((file) => file.endsWith('.onnx') && files.includes(`${file}.json`));
  if (model === undefined) return undefined;
  const config = await configOf(folder, model);
  try {
    const metadata = await onnxMetadata(join(folder, model));
    if (!metadata.has('model_type')) {
      await appendOnnxMetadata(join(folder, model), metadataOf(config));
    }
    if (!files.includes(TOKENS_FILE)) {
      await writeWhole(join(folder, TOKENS_FILE), tokensOf(config));
    }
  } catch (error) {
    throw unlessDenied(error, model);
  }
  return config;
}

/** Half of it would be taken for the whole at the next look: another voice's sounds, and nobody told. */
async function writeWhole(path: string, text: string): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  const file = await open(part, 'w');
  try {
    await file.writeFile(text);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function configOf(folder: string, model: string): Promise<PiperConfig> {
  const file = join(folder, `${model}.json`);
  if ((await stat(file)).size > LONGEST_CONFIG) {
    throw new ModelError('its .onnx.json is longer than any of Piper’s');
  }
  const config = readPiperConfig(await readFile(file, 'utf8'));
  const espeakVoice = ESPEAK_VOICES[model.replace(/\.onnx$/, '')];
  return espeakVoice === undefined ? config : { ...config, espeakVoice };
}

/** Who may not write into the folder is told what to do; everything else stays what it is. */
export function unlessDenied(error: unknown, model: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) return error;
  return new ModelError(
    `it comes without ${TOKENS_FILE} or the metadata that sherpa-onnx reads, and the service may not write ` +
      `into its folder to add them: npm run models -- add piper:${model.replace(/\.onnx$/, '')}`,
  );
}

/** `en_US-joe-medium` has one speaker, Joe; those of others are called by their numbers or names. */
function speakersOf(
  name: string,
  { speakers }: PiperConfig,
): readonly { readonly index: number; readonly name: string }[] {
  const own = name.split('-').at(-2) ?? name;
  const called = own.charAt(0).toUpperCase() + own.slice(1).replaceAll('_', ' ');
  return speakers.length === 0
    ? [{ index: 0, name: called }]
    : speakers.map((speaker) => ({ ...speaker, name: `${called} ${speaker.name}` }));
}

async function recordOf(folder: string, path: string): Promise<ModelFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { path, bytes, digest: { algorithm: 'sha256', value: hash.digest('hex') } };
}
