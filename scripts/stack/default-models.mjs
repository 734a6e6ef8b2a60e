import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { pinnedEnvironment } from '../lib/pinned.mjs';
import { say } from '../lib/progress.mjs';
import { projectDir } from '../lib/project.mjs';

/** Of the catalogue of `npm run models`, which is not built yet when this is loaded. */
export const DEFAULT_MODELS = 'en-es es-en en-fr fr-en es-fr fr-es en-de de-en'.split(' ');

/** The same, by locale or language: voices whose licence and base allow use in a business. */
export const DEFAULT_VOICES = {
  'en-US': ['piper-en_US-ljspeech-medium', 'piper-en_US-norman-medium'],
  'en-GB': ['piper-en_GB-cori-medium'],
  es: ['piper-es_ES-carlfm-x_low'],
  de: ['piper-de_DE-mls-medium'],
  fr: ['piper-fr_FR-mls-medium'],
};

/** The same, for transcription and consent: 99 languages. */
export const DEFAULT_RECOGNISER = 'whisper-base';

const HUB = 'https://huggingface.co';
const PATIENCE_MS = 5000;

/**
 * @typedef {object} Order models of one use that a start fetches
 * @property {string} use the folder that they lie in
 * @property {readonly string[]} names
 * @property {string} repository that the hub is asked for, to find out whether it answers
 * @property {string} kind in the plural, as a sentence begins with it
 * @property {string} about licence and size
 * @property {string} until what does their work
 */

/** The models of translate. @returns {Order} */
export const translationModels = () => ({
  use: 'translation',
  names: DEFAULT_MODELS,
  repository: 'Xenova/opus-mt-en-es',
  kind: 'Neural models',
  about: 'OPUS-MT, CC-BY-4.0, about 110 MB each',
  until: 'rules translate',
});

/** The voices of speech. @param {readonly string[]} languages keys of `DEFAULT_VOICES` @returns {Order} */
export const neuralVoices = (languages) => ({
  use: 'voices',
  names: languages.flatMap((language) => DEFAULT_VOICES[language]),
  repository: 'rhasspy/piper-voices',
  kind: 'Neural voices',
  about: 'Piper, public domain or CC-BY-4.0, free for business, 28 to 77 MB each',
  until: 'espeak-ng speaks',
});

/** What transcribes for speech, and listens to consents. @returns {Order} */
export const recogniser = () => ({
  use: 'recognisers',
  names: [DEFAULT_RECOGNISER],
  repository: 'csukuangfj/sherpa-onnx-whisper-base',
  kind: 'Recognisers',
  about: 'Whisper, 99 languages, MIT, about 165 MB',
  until: 'speech transcribes no recordings and clones no voices',
});

/**
 * Fetches neural models while the services run: each is used as soon as it is there. What an earlier start began goes on.
 *
 * @param {Order} order
 * @param {object} options
 * @param {string} options.dataDir
 * @param {(name: string) => Promise<boolean>} options.fetchModel whether it is there then
 * @param {string} [options.hub]
 * @param {AbortSignal} options.signal nothing is said or begun any more once it aborts
 * @param {(line: string) => void} [options.tell]
 */
export async function fetchDefaultModels(order, options) {
  const { dataDir, fetchModel, signal, hub = process.env.HF_ENDPOINT || HUB } = options;
  const { use, names, kind, about, until } = order;
  const tell = (line) => signal.aborted || (options.tell ?? say)(line);
  const missing = names.filter((name) => !isThere(dataDir, use, name));
  if (missing.length === 0) return;
  if (!(await answers(hub, order.repository))) {
    tell(
      `${kind} are not fetched, ${hub} cannot be reached: ${until}. ` +
        'Mirrors and copies: npm run models -- --help',
    );
    return;
  }
  tell(
    `Fetching ${missing.length} ${kind.toLowerCase()} in the background (${about}): ` +
      `${missing.join(', ')}. Until each is there, ${until}. To decline: npm start -- --no-models`,
  );
  const failed = [];
  for (const name of missing) {
    if (signal.aborted) return;
    if (!(await fetchModel(name))) failed.push(name);
  }
  const fetched = missing.filter((name) => !failed.includes(name));
  if (fetched.length > 0) tell(`${kind} are there: ${fetched.join(', ')}.`);
  if (failed.length > 0) {
    tell(
      `Not fetched: ${failed.join(', ')}. The reason: ${logOf(dataDir)}. ` +
        `Again: npm run models -- add ${failed.join(' ')}`,
    );
  }
}

/** @returns a `fetchModel` that runs the command of `npm run models` as a child that ends with the stack */
export function modelFetcher({ supervisor, dataDir }) {
  let isAgain = false;
  return async (name) => {
    const child = await supervisor.start({
      role: 'build',
      name: 'models',
      argv: [
        process.execPath,
        join(projectDir, 'scripts', 'models', 'models-run.mjs'),
        ...['add', name],
      ],
      cwd: projectDir,
      env: { ...pinnedEnvironment(), MODELS_DIR: join(dataDir, 'models') },
      logFile: logOf(dataDir),
      isAgain,
    });
    isAgain = true;
    return (await child.exited) === 'exit code 0';
  };
}

const logOf = (dataDir) => join(dataDir, 'logs', 'models.log');

const isThere = (dataDir, use, name) =>
  existsSync(join(dataDir, 'models', use, name, 'model.json'));

async function answers(hub, repository) {
  try {
    const response = await fetch(`${hub.replace(/\/+$/, '')}/api/models/${repository}`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await response.body?.cancel();
    return response.status < 500;
  } catch {
    return false;
  }
}
