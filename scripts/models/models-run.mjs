import { join } from 'node:path';

import { buildOnce } from '../lib/built.mjs';
import { installExtras } from '../lib/extras.mjs';
import { projectDir } from '../lib/project.mjs';

await buildOnce(['libs/platform/models']);
const { askOnTerminal, findModel, modelsCommand } =
  await import('../../libs/platform/models/dist/index.js');
const [command, ...words] = process.argv.slice(2);
const isTranslation = (word) => findModel(word)?.use === 'translation';
// Before the first model is there: a running service takes it up at once.
if (command === 'add' && words.some(isTranslation)) await installExtras(['neural']);

process.exitCode = await modelsCommand(process.argv.slice(2), {
  env: { MODELS_DIR: join(projectDir, '.data', 'models'), ...process.env },
  out: process.stdout,
  err: process.stderr,
  ask: askOnTerminal,
  tryVoice,
});

/** As the service does, which is built for it where it is not yet. */
async function tryVoice(folder) {
  await buildOnce(['apps/speech']);
  const speech = await import('../../apps/speech/dist/models-command.js');
  return speech.tryVoice(folder);
}
