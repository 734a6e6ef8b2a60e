import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { CuttingProxy } from './cutting-proxy.js';
import { unique } from '../events.js';
import { person } from '../people.js';
import { message, start, until, type Running } from '../running.js';
import { mongoServer, mongoTestStorage, storageOf, type TestStorage } from '../storages.js';

const PATIENCE_MS = 90_000;

/** Server and driver talk through a proxy; a server with TLS is not for it. */
(mongoServer === undefined ? describe.skip : describe)(
  'a network that fails before MongoDB, needs MONGODB_URI',
  () => {
    let proxy: CuttingProxy;
    let running: Running;
    let direct: TestStorage;

    beforeAll(async () => {
      direct = await mongoTestStorage();
      const url = new URL(direct.env['MONGODB_URI'] ?? '');
      const [host = '', port = '27017'] = (await primaryOf(url)).split(':');
      proxy = await CuttingProxy.before(host, Number(port));
      url.host = proxy.address;
      // The proxy's address is in no list of members.
      url.searchParams.delete('replicaSet');
      url.searchParams.set('directConnection', 'true');
      running = await start({
        open: async () => ({
          storage: await storageOf({ MONGODB_URI: url.href }),
          env: { MONGODB_URI: url.href },
          close: () => Promise.resolve(),
        }),
      });
    });
    afterEach(() => proxy.cutEvery(Infinity));
    afterAll(async () => {
      await running.close();
      await proxy.close();
      await direct.close();
    });

    const post = async (title: string, to: string) => {
      const manager = running.as('manager', { roles: ['manager'] });
      const key = { 'idempotency-key': title };
      return (await manager.call('POST', '/api/notifications', message([to], { title }), key))
        .status;
    };
    const stored = async (name: string) => {
      const query = { user: person(name).user, academyId: 'academy-1', type: 'received' } as const;
      return (await direct.storage.notifications.list({ ...query, limit: 1000 })).map(
        ({ title }) => title,
      );
    };
    const isReady = async () => (await fetch(`${running.url}/health/ready`)).ok;

    it('stores each once, however often connections are cut in the middle of requests', async () => {
      const name = unique('reader');
      const titles = Array.from({ length: 30 }, (_unused, index) => `${name}-${index}`);
      const before = proxy.cuts;
      proxy.cutEvery(47);

      const statuses = new Set<number>();
      for (const title of titles) {
        await until(async () => {
          const status = await post(title, name);
          statuses.add(status);
          return status === 201;
        }, PATIENCE_MS);
      }

      expect(proxy.cuts - before).toBeGreaterThan(3);
      // What is refused is refused as an outage, or as still under way.
      expect([...statuses].filter((status) => ![201, 409, 503].includes(status))).toEqual([]);
      expect((await stored(name)).sort()).toEqual([...titles].sort());
    });

    it('says that it is not ready while the server cannot be found, and finds it again', async () => {
      const name = unique('reader');
      await until(isReady, PATIENCE_MS);
      await proxy.close();

      const away = await post('Away', name);
      const wasReady = await isReady();
      await proxy.open();
      await until(isReady, PATIENCE_MS);
      await until(async () => (await post('Back', name)) === 201, PATIENCE_MS);

      expect([away, wasReady]).toEqual([503, false]);
      expect(await stored(name)).toContain('Back');
    });
  },
);

/** Who takes writes; the server itself, if it is alone. */
async function primaryOf(url: URL): Promise<string> {
  const connection = await mongoose.createConnection(url.href).asPromise();
  try {
    const hello = (await connection.db?.admin().command({ hello: 1 })) as { primary?: string };
    return hello.primary ?? url.host;
  } finally {
    await connection.close();
  }
}
