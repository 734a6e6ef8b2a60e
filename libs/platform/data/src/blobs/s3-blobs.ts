import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Blobs } from './blobs.js';
import { BLOB_ERRORS } from './blob-errors.js';

export interface S3Options {
  readonly bucket: string;
  /** Of S3 if absent; such as MinIO's otherwise. */
  readonly endpoint: string | undefined;
  readonly region: string;
}

const TIMEOUT_MS = 20_000;

/**
 * Objects of a bucket; credentials come as AWS's own clients find them. Everything may fail with `storage_unavailable`.
 */
export class S3Blobs implements Blobs {
  readonly #client: S3Client;

  constructor(private readonly options: S3Options) {
    const { endpoint, region } = options;
    this.#client = new S3Client({
      region,
      maxAttempts: 3,
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    });
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const request = new PutObjectCommand({ Bucket: this.options.bucket, Key: key, Body: bytes });
    await available(this.#client.send(request, timeout()));
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    const request = new GetObjectCommand({ Bucket: this.options.bucket, Key: key });
    const found = this.#client.send(request, timeout()).catch((error: unknown) => {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    });
    const body = (await available(found))?.Body;
    return body && (await available(body.transformToByteArray()));
  }

  async delete(key: string): Promise<void> {
    const request = new DeleteObjectCommand({ Bucket: this.options.bucket, Key: key });
    await available(this.#client.send(request, timeout()));
  }

  close(): void {
    this.#client.destroy();
  }
}

/** What the client has tried in vain is no fault of the caller's. */
async function available<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    throw BLOB_ERRORS.storageUnavailable({ cause: error, headers: { 'Retry-After': '10' } });
  }
}

const timeout = () => ({ abortSignal: AbortSignal.timeout(TIMEOUT_MS) });
