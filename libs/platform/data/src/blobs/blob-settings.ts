import {
  ConfigError,
  text,
  url,
  writableFolder,
  type ConfigOf,
} from '@sextant/platform-runtime/config';
import type { Blobs } from './blobs.js';
import { DiskBlobs } from './disk-blobs.js';

/** What an app keeps. */
export interface BlobUse {
  /** `samples and consent recordings` */
  readonly what: string;
  /** Name of the app, for its folder and the example of a bucket. */
  readonly app: string;
}

/** Where an app's files are: in a folder, or in a bucket that all replicas share. */
export const blobSettings = ({ what, app }: BlobUse) => ({
  blobDir: text('BLOB_DIR', `Folder of ${what}, where no bucket is named.`, {
    example: `/var/lib/${app}`,
    default: `.data/${app}`,
  }),
  blobBucket: text('BLOB_BUCKET', 'S3 bucket for them instead, shared by all replicas.', {
    example: `sextant-${app}`,
  }),
  blobEndpoint: url(
    ['http', 'https'],
    'BLOB_ENDPOINT',
    'Address of an S3-compatible server that is not of AWS.',
    { example: 'http://minio:9000' },
  ),
  blobRegion: text('BLOB_REGION', 'Region of the bucket.', {
    example: 'eu-central-1',
    default: 'us-east-1',
  }),
});

type BlobConfig = ConfigOf<ReturnType<typeof blobSettings>>;

/**
 * S3's client is loaded where there is a bucket.
 *
 * @throws {ConfigError} for a folder that cannot be written to, and for a server without a bucket: files would go to the disk
 */
export async function blobsOf(config: BlobConfig): Promise<Blobs> {
  const { blobBucket: bucket, blobEndpoint: endpoint, blobRegion: region, blobDir } = config;
  if (bucket === undefined) {
    if (endpoint === undefined) return new DiskBlobs(writableFolder('BLOB_DIR', blobDir));
    throw new ConfigError(['BLOB_ENDPOINT needs BLOB_BUCKET, the bucket of that server']);
  }
  const { S3Blobs } = await import('./s3-blobs.js');
  return new S3Blobs({ bucket, endpoint, region });
}
