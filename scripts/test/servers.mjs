import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { withClient } from '../postgres.mjs';
import { say } from '../progress.mjs';
import { projectDir } from '../project.mjs';
import { loadServices } from '../services/catalogue.mjs';
import { down, up } from '../services/lifecycle.mjs';
import { testPostgresUrl } from '../test-postgres.mjs';

/** Where the servers of the tests keep their data, apart from those of a developer. */
export const testData = join(projectDir, '.data', 'test');

/**
 * @typedef {object} TestServers
 * @property {Record<string, string>} env the addresses, as the tests read them
 * @property {Record<string, string>} missing variable and reason of those that cannot be had
 */

/**
 * Brings up everything that tests may need, for as long as the work takes. A server of the
 * environment is used as it is.
 * @template T
 * @param {(servers: TestServers) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withTestServers(work) {
  const url = await testPostgresUrl();
  // The open connection keeps PostgreSQL from ending by itself while no test uses it.
  return withClient(url, async () => {
    try {
      return await work(await startServices({ TEST_DATABASE_URL: url }));
    } finally {
      await down({ data: testData });
      rmSync(join(testData, 'services'), { recursive: true, force: true });
    }
  });
}

async function startServices(env) {
  const packages = join(projectDir, '.data', 'services', 'packages');
  const answer = await up({ data: testData, packages, say });

  const missing = {};
  for (const { name, field, addressVariable } of await loadServices()) {
    if (answer[name]) env[addressVariable] = answer[name][field];
    else missing[addressVariable] = answer.missing[name];
  }
  return { env, missing };
}
