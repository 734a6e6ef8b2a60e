import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { Clock } from '@sextant/platform-runtime/clock';
import { ConfigError, writableFolder } from '@sextant/platform-runtime/config';
import type { StorageAccounts } from '../content/copies/archive.js';
import type { SigningSecretSettings } from '../http/signing-secret.settings.js';
import type { Ledger } from '../ledger/ledger.js';
import { EmbeddedObjectStore } from './embedded-object-store.js';
import type { ImageSettings } from './image.settings.js';
import type { ObjectStore } from './images.js';

/**
 * S3 where the settings name a bucket, else a folder.
 *
 * @throws {ConfigError} for a folder that cannot be written to, and for a server without a bucket
 */
// oxlint-disable-next-line injection/max-params -- Nest injects by position
export async function objectStoreOf(
  settings: ImageSettings,
  secret: SigningSecretSettings,
  ledger: Ledger,
  accounts: StorageAccounts,
  clock: Clock,
): Promise<ObjectStore> {
  const { s3Bucket, s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey } = settings;
  if (s3Bucket === undefined) {
    if (s3Endpoint !== undefined) throw new ConfigError(['S3_ENDPOINT needs S3_BUCKET']);
    writableFolder('UPLOADS_DIR', settings.uploadsDir, 0o777);
    return new EmbeddedObjectStore(settings, secret, ledger, accounts, clock);
  }
  const client = {
    region: s3Region,
    ...(s3Endpoint === undefined ? {} : { endpoint: s3Endpoint, forcePathStyle: true }),
    ...credentialsOf(s3AccessKeyId, s3SecretAccessKey),
  };
  // Its client is large, and most machines have no bucket.
  const { S3ObjectStore } = await import('./s3-object-store.js');
  return new S3ObjectStore({ bucket: s3Bucket, client });
}

/** @throws {ConfigError} for one without the other: AWS's default chain would silently take its place */
function credentialsOf(
  accessKeyId?: string,
  secretAccessKey?: string,
): Pick<S3ClientConfig, 'credentials'> {
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    return { credentials: { accessKeyId, secretAccessKey } };
  }
  if (accessKeyId === undefined && secretAccessKey === undefined) return {};
  throw new ConfigError([
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both or none.',
  ]);
}
