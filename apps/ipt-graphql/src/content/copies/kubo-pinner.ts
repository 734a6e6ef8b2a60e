import { buffer } from 'node:stream/consumers';
import type { ContentStore, Pinner, StoredContent } from '../content-store.js';
import { readAtMost } from './http-pinning-service.js';

const TIMEOUT_MS = 20_000;
/** A line or two; what is larger is not read. */
const MAX_BYTES = 256 * 1024;

interface ImportLine {
  readonly Root?: { readonly Cid?: { readonly '/'?: string }; readonly PinErrorMsg?: string };
}

/** Pushes content to Kubo as a CAR (`POST /api/v0/dag/import`), which imports and pins it. */
export class KuboPinner implements Pinner {
  constructor(private readonly baseUrl: string) {}

  async pin(cid: string, car: AsyncIterable<Uint8Array>): Promise<void> {
    const form = new FormData();
    form.append('file', new Blob([await buffer(car)]), `${cid}.car`);
    const response = await fetch(new URL('/api/v0/dag/import?pin-roots=true', this.baseUrl), {
      method: 'POST',
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = Buffer.from(await readAtMost(response, MAX_BYTES)).toString('utf8');
    if (!response.ok) throw new Error(`Kubo answered ${response.status}.`);
    const roots = text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .flatMap((line) => (JSON.parse(line) as ImportLine).Root ?? []);
    const [root] = roots;
    if (root?.Cid?.['/'] !== cid || (root.PinErrorMsg ?? '') !== '') {
      throw new Error(`Kubo did not pin ${cid}, but answered ${root?.Cid?.['/'] ?? 'nothing'}.`);
    }
  }
}

/** Content that counts as stored only when it is pinned elsewhere too. */
export class PinnedContentStore implements ContentStore {
  constructor(
    private readonly local: ContentStore,
    private readonly pinner: Pinner,
  ) {}

  async add(bytes: Uint8Array): Promise<string> {
    const cid = await this.local.add(bytes);
    const car = await this.local.car(cid);
    if (car === undefined) throw new Error(`${cid} was stored and is not there.`);
    await this.pinner.pin(cid, car);
    return cid;
  }

  read(cid: string): Promise<Uint8Array | undefined> {
    return this.local.read(cid);
  }

  open(cid: string, as: 'file' | 'block'): Promise<StoredContent | undefined> {
    return this.local.open(cid, as);
  }

  block(cid: string): Promise<Uint8Array | undefined> {
    return this.local.block(cid);
  }

  car(cid: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    return this.local.car(cid);
  }
}
