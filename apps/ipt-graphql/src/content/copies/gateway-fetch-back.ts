import { CarBlockIterator } from '@ipld/car';
import type { ContentStore } from '../content-store.js';
import type { FetchBack } from './copies.js';
import { readAtMost } from './http-pinning-service.js';

/** For all blocks of a file. */
const TIMEOUT_MS = 90_000;

/** Fetches a file block by block from a trustless gateway, and compares each with what is stored here. */
export class GatewayFetchBack implements FetchBack {
  constructor(
    private readonly baseUrl: string,
    private readonly content: Pick<ContentStore, 'car'>,
  ) {}

  async check(cid: string): Promise<void> {
    const car = await this.content.car(cid);
    if (car === undefined) throw new Error(`${cid} is not stored here.`);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    for await (const block of await CarBlockIterator.fromIterable(car)) {
      const name = block.cid.toString();
      const response = await fetch(`${this.baseUrl.replace(/\/+$/, '')}/ipfs/${name}?format=raw`, {
        headers: { accept: 'application/vnd.ipld.raw' },
        redirect: 'error',
        signal,
      });
      // A block that was read here has its hash: equal bytes have it too.
      const bytes = await readAtMost(response, block.bytes.length + 1024 * 1024);
      if (!response.ok) throw new Error(`The gateway answered ${response.status} for ${name}.`);
      if (Buffer.compare(bytes, block.bytes) !== 0) {
        throw new Error(`The gateway answered other bytes for ${name}.`);
      }
    }
  }
}
