import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { say } from '../lib/progress.mjs';
import { projectDir, StartError } from '../lib/project.mjs';

/** Of each service: what runs, and its pages. Libraries are in the bundle. */
const OUTPUTS = ['bundle/main.js', 'web/dist/index.html'];

/**
 * @param {readonly string[]} names of services
 * @param {string} [root]
 * @throws {StartError} which names a file for each service that is not built, or built by halves
 */
export function requireBuilt(names, root = projectDir) {
  const missing = names
    .map((name) => OUTPUTS.map((output) => `apps/${name}/${output}`))
    .map((files) => files.find((file) => !existsSync(join(root, file))))
    .filter((file) => file !== undefined);
  if (missing.length === 0) return say('Not building: --built.');
  throw new StartError(`Not built: ${missing.join(', ')}. Start without --built.`);
}
