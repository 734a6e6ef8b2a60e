import { createHash } from 'node:crypto';
import {
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ObjectStore } from './images.js';
import type { UploadRecord } from '../ledger/ledger.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import { UPLOAD_ERRORS } from './upload-receiver.js';

export interface S3Options {
  readonly bucket: string;
  readonly client: S3ClientConfig;
}

/**
 * S3-compatible storage. Its URLs are signed for one key and one content type until they expire; a plain S3 URL
 * cannot be bound to one use or to a size, so that the size is checked when the image is read.
 */
export class S3ObjectStore implements ObjectStore {
  readonly reportsUploads = false;
  readonly #client: S3Client;

  constructor(private readonly options: S3Options) {
    // Otherwise the URL holds the checksum of an empty body, which servers compare with the image's.
    this.#client = new S3Client({
      ...options.client,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  uploadUrl(upload: UploadRecord): Promise<string> {
    const command = new PutObjectCommand({
      Bucket: this.options.bucket,
      Key: keyOf(upload),
      ContentType: upload.contentType,
    });
    return getSignedUrl(this.#client, command, {
      expiresIn: Math.max(1, Math.round((+upload.expiresAt - Date.now()) / 1000)),
      signableHeaders: new Set(['content-type', 'host']),
    });
  }

  async read(upload: UploadRecord, maxBytes: number): Promise<Uint8Array | undefined> {
    const { bucket: Bucket } = this.options;
    try {
      const object = await this.#client.send(new GetObjectCommand({ Bucket, Key: keyOf(upload) }), {
        abortSignal: AbortSignal.timeout(20_000),
      });
      if ((object.ContentLength ?? 0) > maxBytes) throw UPLOAD_ERRORS.tooLarge();
      return await object.Body?.transformToByteArray();
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      if (error instanceof Error && 'status' in error) throw error;
      throw IPT_ERRORS.metadataUploadFailed({ cause: error });
    }
  }

  close(): void {
    this.#client.destroy();
  }
}

/** Tenants never share a folder, whatever they call their files. */
function keyOf({ tenant, id, key }: UploadRecord): string {
  const folder = createHash('sha256').update(tenant).digest('hex').slice(0, 32);
  return `${folder}/${id}/${key}`;
}
