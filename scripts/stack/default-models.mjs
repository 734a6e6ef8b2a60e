import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { pinnedEnvironment } from '../lib/pinned.mjs';
import { say } from '../lib/progress.mjs';
import { projectDir } from '../lib/project.mjs';

/** Of the catalogue of `npm run models`, which is not built yet when this is loaded. */
export const DEFAULT_MODELS = 'en-es es-en en-fr fr-en es-fr fr-es en-de de-en'.split(' ');

const HUB = 'https://huggingface.co';
const PATIENCE_MS = 5000;

/**
 * Fetches the neural models of translate while the services run: each is used as soon as it is there. What an earlier start
 * began goes on.
 *
 * @param {object} options
 * @param {string} options.dataDir
 * @param {(name: string) => Promise<boolean>} options.fetchModel whether it is there then
 * @param {string} [options.hub]
 * @param {AbortSignal} options.signal nothing is said or begun any more once it aborts
 * @param {(line: string) => void} [options.tell]
 */
export async function fetchDefaultModels(options) {
  const { dataDir, fetchModel, signal, hub = process.env.HF_ENDPOINT || HUB } = options;
  const tell = (line) => signal.aborted || (options.tell ?? say)(line);
  const missing = DEFAULT_MODELS.filter((name) => !isThere(dataDir, name));
  if (missing.length === 0) return;
  if (!(await answers(hub))) {
    tell(
      `Neural models are not fetched, ${hub} cannot be reached: rules translate. ` +
        'Mirrors and copies: npm run models -- --help',
    );
    return;
  }
  tell(
    `Fetching ${missing.length} neural models in the background (OPUS-MT, CC-BY-4.0, about 110 MB each): ` +
      `${missing.join(', ')}. Rules translate until each is there. To decline: npm start -- --no-models`,
  );
  const failed = [];
  for (const name of missing) {
    if (signal.aborted) return;
    if (!(await fetchModel(name))) failed.push(name);
  }
  const fetched = missing.filter((name) => !failed.includes(name));
  if (fetched.length > 0) tell(`Neural models are there: ${fetched.join(', ')}.`);
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

const isThere = (dataDir, name) =>
  existsSync(join(dataDir, 'models', 'translation', name, 'model.json'));

async function answers(hub) {
  try {
    const response = await fetch(`${hub.replace(/\/+$/, '')}/api/models/Xenova/opus-mt-en-es`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await response.body?.cancel();
    return response.status < 500;
  } catch {
    return false;
  }
}
