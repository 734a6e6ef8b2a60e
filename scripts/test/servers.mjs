import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { ensurePostgres } from '../postgres.mjs';
import { projectDir } from '../project.mjs';
import { loadServices } from '../services/catalogue.mjs';
import { down, up } from '../services/lifecycle.mjs';
import { findFreePorts } from '../services/network.mjs';
import { say } from '../progress.mjs';

/** Where the servers of the tests keep their data, apart from those of `npm start`. */
export const testData = join(projectDir, '.data', 'test');

/**
 * @typedef {object} TestServers
 * @property {Record<string, string>} env the addresses, as the tests read them
 * @property {Record<string, string>} missing variable and reason of those that cannot be had
 * @property {() => Promise<void>} stop
 */

/**
 * Brings up everything that tests may need. A server of the environment is used as it is.
 * @returns {Promise<TestServers>}
 */
export async function startTestServers() {
  const postgres = await startPostgres();
  const packages = join(projectDir, '.data', 'services', 'packages');
  const answer = await up({ data: testData, packages, say });

  const env = { TEST_DATABASE_URL: postgres.adminUrl };
  const missing = {};
  for (const { name, field, addressVariable } of await loadServices()) {
    if (answer[name]) env[addressVariable] = answer[name][field];
    else missing[addressVariable] = answer.missing[name];
  }

  const stop = async () => {
    await Promise.all([down({ data: testData }), postgres.stop()]);
    rmSync(join(testData, 'services'), { recursive: true, force: true });
  };
  return { env, missing, stop };
}

/** Durability is given up for speed: nothing here outlives the run. */
async function startPostgres() {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { adminUrl: given, stop: async () => undefined };

  return ensurePostgres({
    dataDir: testData,
    port: await findFreePorts({ count: 1, folder: `${testData}/postgres`, taken: new Set() }),
    portVariable: 'TEST_DATABASE_URL',
    settings: [
      'fsync=off',
      'synchronous_commit=off',
      'full_page_writes=off',
      'max_connections=200',
    ],
  });
}
