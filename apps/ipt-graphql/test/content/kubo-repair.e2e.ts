import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CarReader } from '@ipld/car';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startService, type StartedService } from '../started-service.js';

/** Kubo's RPC as far as it is asked: imports of a CAR with its pin, and what is pinned. */
class KuboStandIn {
  readonly pins = new Set<string>();
  #server: Server | undefined;

  async start(): Promise<string> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        void this.#answer(request.url ?? '', Buffer.concat(chunks)).then(({ status, body }) =>
          response.writeHead(status, { 'content-type': 'application/json' }).end(body),
        );
      });
    });
    this.#server = server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  async #answer(path: string, body: Buffer): Promise<{ status: number; body: string }> {
    const url = new URL(path, 'http://kubo');
    if (url.pathname === '/api/v0/dag/import') {
      // The one part of the form: the CAR is between its head and the boundary.
      const start = body.indexOf('\r\n\r\n') + 4;
      const end = body.lastIndexOf('\r\n--');
      const [root] = await (await CarReader.fromBytes(body.subarray(start, end))).getRoots();
      this.pins.add(String(root));
      return { status: 200, body: JSON.stringify({ Root: { Cid: { '/': String(root) } } }) };
    }
    const cid = url.searchParams.get('arg') ?? '';
    if (this.pins.has(cid)) {
      return { status: 200, body: JSON.stringify({ Keys: { [cid]: { Type: 'recursive' } } }) };
    }
    const Message = `path '/ipfs/${cid}' is not pinned`;
    return { status: 500, body: JSON.stringify({ Message, Code: 0, Type: 'error' }) };
  }
}

describe('what is pinned to Kubo', () => {
  const kubo = new KuboStandIn();
  let service: StartedService;

  beforeAll(async () => {
    service = await startService({ env: { KUBO_RPC_URL: await kubo.start() } });
  });
  afterAll(async () => {
    await service.close();
    kubo.close();
  });

  const untilPinned = async (cid: string, isPinned = true) => {
    const lateMs = Date.now() + 20_000;
    while (kubo.pins.has(cid) !== isPinned) {
      // As if the day until the next look had passed.
      await service.database.query(
        `UPDATE content_copies SET next_at = now() - interval '1 s' WHERE cid = '${cid}'`,
      );
      if (Date.now() > lateMs) throw new Error(`waited for the pin of ${cid}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  it('is pinned there again when it is gone, and signed off as before', async () => {
    const wallet = service.chain.wallet(1);
    const ipnftId = await service.client.reserve(wallet);
    const { request } = await service.client.prepareSignOff(wallet, ipnftId, 'PINNED');
    const [lost = ''] = kubo.pins;
    expect(kubo.pins.size).toBeGreaterThan(2);

    kubo.pins.delete(lost);
    await untilPinned(lost);
    const { error, isSuccess } = await service.client.call('signoffMetadata', request);

    expect([isSuccess, error]).toEqual([true, null]);
    const rows = await service.database.query<{ state: string }>(
      'SELECT DISTINCT state FROM content_copies',
    );
    expect(rows).toEqual([{ state: 'PINNED' }]);
  });
});
