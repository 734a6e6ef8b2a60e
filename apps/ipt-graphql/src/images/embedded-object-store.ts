import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@sextant/platform-clock';
import type { StorageAccounts } from '../content/copies/archive.js';
import type { ObjectStore } from './images.js';
import type { Ledger, UploadRecord } from '../ledger/ledger.js';
import { UPLOAD_ERRORS, type IncomingUpload, type UploadDesk } from './upload-desk.js';

export interface EmbeddedObjectStoreUses {
  readonly folder: string;
  readonly signingKey: string;
  readonly maxBytes: number;
  readonly ledger: Ledger;
  readonly accounts: StorageAccounts;
  readonly clock: Clock;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Object storage on the disk: signed URLs (HMAC-SHA-256) that take one PUT each. */
export class EmbeddedObjectStore implements ObjectStore, UploadDesk {
  readonly reportsUploads = true;
  readonly desk: UploadDesk = this;

  constructor(private readonly uses: EmbeddedObjectStoreUses) {}

  uploadUrl(upload: UploadRecord, baseUrl: string): Promise<string> {
    const url = new URL(
      `/uploads/${upload.key.split('/').map(encodeURIComponent).join('/')}`,
      baseUrl,
    );
    const claims = { id: upload.id, type: upload.contentType, exp: String(+upload.expiresAt) };
    url.search = new URLSearchParams({
      ...claims,
      signature: this.#sign(url.pathname, claims),
    }).toString();
    return Promise.resolve(url.toString());
  }

  async receive(incoming: IncomingUpload): Promise<void> {
    const id = this.#verify(incoming);
    const upload = await this.uses.ledger.findUpload(id);
    if (upload === undefined) throw UPLOAD_ERRORS.refused();
    if (upload.storedAt !== null) throw UPLOAD_ERRORS.used();
    const draft = join(this.uses.folder, `${id}.${randomUUID()}`);
    await mkdir(this.uses.folder, { recursive: true });
    try {
      const bytes = await this.#write(draft, incoming.body);
      await this.uses.accounts.charge(upload.tenant, `upload ${id}`, bytes);
      // Whoever comes first here wins: the others' drafts are thrown away.
      await rename(draft, `${draft}.whole`);
      if (!(await this.uses.ledger.storeUpload(id))) throw UPLOAD_ERRORS.used();
      await rename(`${draft}.whole`, this.#fileOf(id));
    } finally {
      await rm(draft, { force: true });
      await rm(`${draft}.whole`, { force: true });
    }
  }

  async read({ id }: UploadRecord, maxBytes: number): Promise<Uint8Array | undefined> {
    try {
      const bytes = await readFile(this.#fileOf(id));
      return bytes.length > maxBytes ? undefined : bytes;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  #verify({ url, contentType, contentLength }: IncomingUpload): string {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const value = (name: string): string => searchParams.get(name) ?? '';
    const claims = { id: value('id'), type: value('type'), exp: value('exp') };
    const expected = Buffer.from(this.#sign(pathname, claims));
    const given = Buffer.from(value('signature'));
    const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
    if (!isSigned || !UUID.test(claims.id)) throw UPLOAD_ERRORS.refused();
    if (Number(claims.exp) <= this.uses.clock.nowMs()) throw UPLOAD_ERRORS.expired();
    if (contentType.toLowerCase() !== claims.type) throw UPLOAD_ERRORS.wrongType();
    if ((contentLength ?? 0) > this.uses.maxBytes) throw UPLOAD_ERRORS.tooLarge();
    return claims.id;
  }

  #sign(path: string, { id, type, exp }: Readonly<Record<'id' | 'type' | 'exp', string>>): string {
    return createHmac('sha256', this.uses.signingKey)
      .update(JSON.stringify(['PUT', path, id, type, exp, this.uses.maxBytes]))
      .digest('base64url');
  }

  /** Straight to the disk; ends at the first byte too many. @returns how many there were */
  async #write(file: string, body: AsyncIterable<Uint8Array>): Promise<number> {
    const handle = await open(file, 'wx', 0o600);
    try {
      let bytes = 0;
      for await (const chunk of body) {
        bytes += chunk.length;
        if (bytes > this.uses.maxBytes) throw UPLOAD_ERRORS.tooLarge();
        await handle.write(chunk);
      }
      if (bytes === 0) throw UPLOAD_ERRORS.empty();
      await handle.sync();
      return bytes;
    } finally {
      await handle.close();
    }
  }

  #fileOf(id: string): string {
    return join(this.uses.folder, id);
  }
}
