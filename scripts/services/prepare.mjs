import { join } from 'node:path';

import { projectDir } from '../lib/project.mjs';

import { loadServices } from './catalogue.mjs';
import { dockerRuns } from './docker.mjs';
import { Unavailable } from './unavailable.mjs';

/** Where what was downloaded or built for tests stays. */
export const packagesDir = join(projectDir, '.data', 'services', 'packages');

/**
 * Builds what takes minutes the first time, beside other installing. What cannot be built is told by who needs it.
 *
 * @param {(line: string) => void} say hears of the progress
 * @param {AbortSignal} signal ends it
 */
export async function prepareServices(say, signal) {
  const place = { packages: packagesDir, say, signal };
  const built = (await loadServices()).filter(
    ({ prepare, addressVariable }) => prepare !== undefined && !process.env[addressVariable],
  );
  if (built.length === 0 || dockerRuns()) return;
  await Promise.all(built.map((service) => service.prepare(place).catch(ignoreUnavailable)));
}

function ignoreUnavailable(error) {
  if (!(error instanceof Unavailable)) throw error;
}
