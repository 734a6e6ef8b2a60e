import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type RunningApp } from '@sextant/platform-testing';
import { iptGraphql } from '../../src/app.js';
import { appFolder, IptClient } from '../client.js';
import { startService, type StartedService } from '../started-service.js';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const QUERY = 'query Flows { flows(first: 5) { isSuccess } }';
const OTHER = 'query Other { flows(first: 6) { isSuccess } }';

const codeOf = (body: unknown): string | undefined =>
  (body as { errors?: readonly { extensions: { code: string } }[] }).errors?.[0]?.extensions.code;
const byHash = (text: string, version = 1) => ({
  extensions: { persistedQuery: { version, sha256Hash: hashOf(text) } },
});

describe('persisted operations', () => {
  let service: StartedService;
  let folder: string;
  let listing: RunningApp;
  let listed: IptClient;

  beforeAll(async () => {
    service = await startService();
    folder = await mkdtemp(join(tmpdir(), 'sextant-operations-'));
    const file = join(folder, 'operations.json');
    const operations = [{ id: 'flows-1', name: 'Flows', type: 'query', body: QUERY }];
    writeFileSync(file, JSON.stringify({ format: 'apollo-persisted-query-manifest', operations }));
    listing = await startApp(iptGraphql, { ...service.env, PERSISTED_OPERATIONS_FILES: file });
    const { apiKey, chain } = service.client;
    listed = new IptClient(listing.url, apiKey, chain);
  });

  afterAll(async () => {
    await listing.close();
    await service.close();
    await rm(folder, { recursive: true });
  });

  it('are known by their hash once they were sent with it', async () => {
    const { client } = service;
    const unknown = await client.post(byHash(QUERY));
    const first = await client.post({ query: QUERY, ...byHash(QUERY) });
    const second = await client.post(byHash(QUERY));

    expect([unknown.status, codeOf(unknown.body)]).toEqual([200, 'PERSISTED_QUERY_NOT_FOUND']);
    for (const { status, body } of [first, second]) {
      expect([status, body]).toEqual([200, { data: { flows: { isSuccess: true } } }]);
    }
    // Nobody puts another query under a hash.
    expect((await client.post({ query: OTHER, ...byHash(QUERY) })).status).toBe(400);
  });

  it('are the only ones that are run, where a list is given', async () => {
    const whole = { data: { flows: { isSuccess: true } } };
    const byId = { extensions: { persistedQuery: { version: 1, sha256Hash: 'flows-1' } } };

    expect((await listed.post({ query: QUERY })).body).toEqual(whole);
    expect((await listed.post(byId)).body).toEqual(whole);
    for (const refused of [
      { query: OTHER },
      { query: OTHER, ...byHash(OTHER) },
      { query: `${QUERY} ` },
      { query: '{ __schema { types { name } } }' },
    ]) {
      const { status, body } = await listed.post(refused);
      expect([status, codeOf(body)]).toEqual([400, 'OPERATION_NOT_LISTED']);
    }
    expect(codeOf((await listed.post(byHash(OTHER))).body)).toBe('PERSISTED_QUERY_NOT_FOUND');
  });

  it('are those of the page too, as it asks them (UPDATE_DOCS=1 writes its list anew)', async () => {
    const file = join(appFolder(), 'src', 'graphql', 'page-operations.json');
    const bodies = await operationsOfPage();
    const operations = bodies.map((body) => ({ id: hashOf(body), body }));
    const manifest = { format: 'apollo-persisted-query-manifest', version: 1, operations };
    if (process.env['UPDATE_DOCS'] === '1') {
      writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
    }

    expect(bodies.length).toBeGreaterThan(15);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(manifest);
    for (const query of bodies) {
      // Variables are missing, which the operations say themselves.
      const { body } = await listed.post({ query });
      expect(['BAD_USER_INPUT', undefined]).toContain(codeOf(body));
    }
  });

  it('come from files that are lists, or the service does not start', async () => {
    const file = join(folder, 'none.json');
    writeFileSync(file, '{"operations": [{"id": 1}]}');

    await expect(
      startApp(iptGraphql, { ...service.env, PERSISTED_OPERATIONS_FILES: file }),
    ).rejects.toThrow(/no list of persisted operations/);
  });
});

/** Calls everything that the page may ask, of a service that writes it down. */
async function operationsOfPage(): Promise<readonly string[]> {
  const asked = new Set<string>();
  const service = {
    ask: (document: string) => {
      asked.add(document);
      return Promise.resolve({});
    },
  };
  for (const name of ['operations', join('webhooks', 'webhooks')]) {
    const module = (await import(join(appFolder(), 'web', 'src', `${name}.ts`))) as Readonly<
      Record<string, (...args: readonly unknown[]) => Promise<unknown>>
    >;
    for (const [each, ask] of Object.entries(module)) {
      if (each !== 'actOn') await ask(service, {}, {});
    }
    for (const act of ['testWebhook', 'deleteWebhook']) await module['actOn']?.(service, act, '');
  }
  return [...asked].toSorted();
}
