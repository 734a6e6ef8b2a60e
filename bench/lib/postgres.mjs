import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensureDatabase, ensurePostgres } from '../../scripts/postgres/postgres.mjs';

const ROOT = new URL('../..', import.meta.url).pathname;
let started = 0;

/**
 * A PostgreSQL of its own with the settings that it comes with: commits wait for the disk, as in production. Its
 * data are gone afterwards.
 */
export async function startPostgres() {
  started += 1;
  const dataDir = join(ROOT, '.data', `bench-postgres-${process.pid}-${started}`);
  const port = await freePort();
  const server = await ensurePostgres({ dataDir, port, portVariable: 'PGPORT' });
  return {
    newDatabase: async (name) => {
      await ensureDatabase(server.adminUrl, name);
      return server.urlFor(name);
    },
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A free port of the loopback interface. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
