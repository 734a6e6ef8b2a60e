import { readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { servicePorts, StartError } from '../lib/project.mjs';
import { runningChildren, wantedServices } from '../lib/run-file.mjs';

const ONE_GIB = 2 ** 30;

/**
 * The services that `npm start` runs with a data folder, those that have just died too, and what is wrong with the
 * folder itself.
 *
 * @param {string} dataDir
 * @param {NodeJS.ProcessEnv} env has the ports of those that are not running, where they differ from the usual ones
 * @throws {StartError} when nothing runs there
 */
export function runningStack(dataDir, env) {
  const apps = runningChildren(dataDir).filter(({ role }) => role === 'app');
  const names = [...new Set([...wantedServices(dataDir), ...apps.map(({ name }) => name)])];
  if (names.length === 0) {
    throw new StartError(
      `No service of npm start runs with ${dataDir}. Start them, or name what to look at: npm run doctor -- --help.`,
    );
  }
  const usual = servicePorts(env);
  const portOf = (service) => apps.find(({ name }) => name === service)?.port ?? usual[service];
  return {
    targets: names.map((service) => ({
      service,
      instance: `:${portOf(service)}`,
      url: `http://127.0.0.1:${portOf(service)}`,
    })),
    findings: [...spaceFindings(dataDir), ...credentialFindings(dataDir)],
  };
}

function spaceFindings(dataDir) {
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  if (free >= ONE_GIB) return [];
  const message = `${Math.round(free / 2 ** 20)} MiB are free in ${dataDir}`;
  return [{ level: 'warning', service: 'npm start', instance: '', check: 'disk', message }];
}

/** Whoever reads them may do everything. */
function credentialFindings(dataDir) {
  const file = join(dataDir, 'dev-credentials.json');
  try {
    readFileSync(file);
    if ((statSync(file).mode & 0o077) === 0) return [];
  } catch {
    return []; // kept elsewhere, or of another user: not ours to judge
  }
  const message = `others may read ${file}: chmod 600`;
  return [{ level: 'warning', service: 'npm start', instance: '', check: 'credentials', message }];
}
