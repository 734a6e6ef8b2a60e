import { jest } from '@jest/globals';
import { silentLogger } from '@sextant/platform-runtime/logging';
import type { AppDefinition } from '@sextant/platform-http';
import type { Schema } from '@sextant/platform-runtime/config';
import type pg from 'pg';
import { withAdministrator } from './administrators.js';

/** What a database is a copy of. It is made once for each run of Jest, by the first file that wants it. */
export interface Template {
  readonly name: string;
  /** Fills an empty database, given its `DATABASE_URL`. */
  readonly fill: (url: string) => Promise<void>;
}

/** A database as the app's migrations leave it. */
export const migrated = ({
  name,
  migrate,
}: Pick<AppDefinition<Schema>, 'name' | 'migrate'>): Template => ({
  name,
  fill: async (url) => migrate?.({ argv: [], env: { DATABASE_URL: url } }, silentLogger),
});

/** SQLSTATE `invalid_catalog_name` (PostgreSQL manual, appendix A): there is no such database. */
const NOT_THERE = '3D000';

/**
 * Makes a database as a copy of the template.
 *
 * @param server as who may create databases
 */
export async function copyOf(template: Template, name: string, server: string): Promise<void> {
  const source = `${prefixOf(template)}${jest.getSeed() >>> 0}`;
  await withAdministrator(server, async (client) => {
    for (;;) {
      try {
        await createDatabase(client, name, source);
        return;
      } catch (error) {
        if ((error as { readonly code?: unknown }).code !== NOT_THERE) throw error;
      }
      await makeTemplate(client, { template, source, server });
    }
  });
}

/**
 * A copy of `source`, or an empty database. Where the server's files are in memory they are copied as such, which takes a
 * third less of the processor than page by page; on a disk it takes four times as much.
 */
export async function createDatabase(
  client: pg.ClientBase,
  name: string,
  source = 'template1',
): Promise<void> {
  const { rowCount } = await client.query(
    "SELECT 1 FROM pg_settings WHERE name = 'data_directory' AND setting LIKE '/dev/shm/%'",
  );
  const strategy = rowCount === 0 ? '' : ' STRATEGY FILE_COPY';
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${source}${strategy}`);
}

/** `scripts/jest/teardown.cjs` drops what is called so when the run ends. */
const prefixOf = ({ name }: Template): string => `template_${name.replaceAll('-', '_')}_`;

interface Making {
  readonly template: Template;
  readonly source: string;
  readonly server: string;
}

/** One process at a time; others find it made. */
async function makeTemplate(
  client: pg.ClientBase,
  { template, source, server }: Making,
): Promise<void> {
  await client.query('SELECT pg_advisory_lock(hashtext($1))', [source]);
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      source,
    ]);
    if (rowCount !== 0) return;
    // It has its name when it is filled: what was begun and not ended is begun anew.
    const draft = `draft_${source}`;
    await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
    await createDatabase(client, draft);
    const url = new URL(server);
    url.pathname = `/${draft}`;
    await template.fill(url.href);
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${source}`);
  } finally {
    await client.query('SELECT pg_advisory_unlock(hashtext($1))', [source]);
  }
}
