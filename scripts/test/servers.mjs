import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { withClient } from '../postgres/postgres.mjs';
import { say } from '../lib/progress.mjs';
import { projectDir } from '../lib/project.mjs';
import { loadServices } from '../services/catalogue.mjs';
import { down, up } from '../services/lifecycle.mjs';
import { packagesDir } from '../services/prepare.mjs';
import { testPostgresUrl } from '../postgres/test-postgres.mjs';

/** Where the servers of the tests keep their data, apart from those of a developer. */
export const testData = join(projectDir, '.data', 'test');

/**
 * @typedef {object} TestServers
 * @property {Record<string, string>} env the addresses, as the tests read them
 * @property {Record<string, string>} missing variable and reason of those that cannot be had
 * @property {string[]} excused variables of those of them that a build machine may lack too
 * @property {() => Promise<TestServers>} later those that take minutes the first time, once they are there
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
    const services = await loadServices();
    const soon = await bringUp(services.filter(({ takesMinutes }) => !takesMinutes));
    // Lint, types and the build need no server: those that have to be built themselves are, meanwhile.
    const late = bringUp(services.filter(({ takesMinutes }) => takesMinutes));
    late.catch(() => undefined); // whoever waits for it hears of it
    try {
      const env = { ...soon.env, TEST_DATABASE_URL: url };
      return await work({ ...soon, env, later: () => late });
    } finally {
      await late.catch(() => undefined);
      await down({ data: testData });
      rmSync(join(testData, 'services'), { recursive: true, force: true });
    }
  });
}

async function bringUp(services) {
  if (services.length === 0) return { env: {}, missing: {}, excused: [] };
  const names = services.map(({ name }) => name);
  const answer = await up({ names, data: testData, packages: packagesDir, say });

  const servers = { env: {}, missing: {}, excused: [] };
  for (const { name, field, addressVariable } of services) {
    if (answer[name]) servers.env[addressVariable] = answer[name][field];
    else servers.missing[addressVariable] = answer.missing[name];
    if (answer.excused.includes(name)) servers.excused.push(addressVariable);
  }
  return servers;
}
