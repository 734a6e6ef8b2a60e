import { Injectable } from '@nestjs/common';
import { SigningSecretSettings } from '../http/signing-secret.settings.js';
import { ImageSettings } from './image.settings.js';
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Clock } from '@sextant/platform-runtime/clock';
import { StorageAccounts } from '../content/copies/archive.js';
import type { ObjectStore } from './images.js';
import { Ledger, type UploadRecord } from '../ledger/ledger.js';
import { UPLOAD_ERRORS, type IncomingUpload, type UploadReceiver } from './upload-receiver.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Object storage on the disk: signed URLs (HMAC-SHA-256) that take one PUT each. */
@Injectable()
export class EmbeddedObjectStore implements ObjectStore, UploadReceiver {
  readonly reportsUploads = true;
  readonly service: UploadReceiver = this;

  constructor(
    private readonly settings: ImageSettings,
    private readonly secret: SigningSecretSettings,
    private readonly ledger: Ledger,
    private readonly accounts: StorageAccounts,
    private readonly clock: Clock,
  ) {}

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
    const upload = await this.ledger.findUpload(id);
    if (upload === undefined) throw UPLOAD_ERRORS.refused();
    if (upload.storedAt !== null) throw UPLOAD_ERRORS.used();
    const draft = join(this.settings.uploadsDir, `${id}.${randomUUID()}`);
    await mkdir(this.settings.uploadsDir, { recursive: true });
    try {
      const bytes = await this.#write(draft, incoming.body);
      await this.accounts.charge(upload.tenant, `upload ${id}`, bytes);
      // Whoever comes first here wins: the others' drafts are thrown away.
      await rename(draft, `${draft}.whole`);
      if (!(await this.ledger.storeUpload(id))) throw UPLOAD_ERRORS.used();
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
    if (Number(claims.exp) <= this.clock.nowMs()) throw UPLOAD_ERRORS.expired();
    if (contentType.toLowerCase() !== claims.type) throw UPLOAD_ERRORS.wrongType();
    if ((contentLength ?? 0) > this.settings.maxImageBytes) throw UPLOAD_ERRORS.tooLarge();
    return claims.id;
  }

  #sign(path: string, { id, type, exp }: Readonly<Record<'id' | 'type' | 'exp', string>>): string {
    return createHmac('sha256', this.secret.uploadSigningKey)
      .update(JSON.stringify(['PUT', path, id, type, exp, this.settings.maxImageBytes]))
      .digest('base64url');
  }

  /** Straight to the disk; ends at the first byte too many. @returns how many there were */
  async #write(file: string, body: AsyncIterable<Uint8Array>): Promise<number> {
    const handle = await open(file, 'wx', 0o600);
    try {
      let bytes = 0;
      for await (const chunk of body) {
        bytes += chunk.length;
        if (bytes > this.settings.maxImageBytes) throw UPLOAD_ERRORS.tooLarge();
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
    return join(this.settings.uploadsDir, id);
  }
}
