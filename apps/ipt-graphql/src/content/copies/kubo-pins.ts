import type { ContentStore } from '../content-store.js';
import type { PinningService, RemotePin } from './copies.js';
import { readAtMost } from './http-pinning-service.js';
import { KuboPinner } from './kubo-pinner.js';

const TIMEOUT_MS = 20_000;
/** Answers about one pin have some hundred. */
const MAX_BYTES = 64 * 1024;

/**
 * The pins of a Kubo as those of a pinning service, so that they are looked after: what is gone is pinned again, from what is
 * stored here (`POST /api/v0/pin/ls`). A pin's id is its CID.
 */
export class KuboPins implements PinningService {
  readonly #pinner: KuboPinner;

  constructor(
    private readonly baseUrl: string,
    private readonly content: Pick<ContentStore, 'car'>,
  ) {
    this.#pinner = new KuboPinner(baseUrl);
  }

  /** @throws {Error} when Kubo answers neither that it is pinned nor that it is not */
  async find(cid: string): Promise<RemotePin | undefined> {
    const address = new URL(`/api/v0/pin/ls?arg=${cid}&type=recursive`, this.baseUrl);
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = Buffer.from(await readAtMost(response, MAX_BYTES)).toString('utf8');
    if (response.ok && text.includes(`"${cid}"`)) return { requestId: cid, status: 'pinned' };
    if (!response.ok && text.includes('is not pinned')) return undefined;
    throw new Error(`Kubo answered ${response.status} when it was asked for the pin of ${cid}.`);
  }

  async add(cid: string): Promise<RemotePin> {
    const car = await this.content.car(cid);
    if (car === undefined) throw new Error(`${cid} is not stored here any more.`);
    await this.#pinner.pin(cid, car);
    return { requestId: cid, status: 'pinned' };
  }

  replace(_requestId: string, cid: string): Promise<RemotePin> {
    return this.add(cid);
  }

  status(requestId: string): Promise<RemotePin | undefined> {
    return this.find(requestId);
  }
}
