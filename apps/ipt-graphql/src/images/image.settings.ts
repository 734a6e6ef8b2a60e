import { integer, optional, settingsOf, text, url } from '@sextant/platform-runtime/config';
import { join } from 'node:path';

const MIB = 1024 * 1024;

/** Where images are uploaded to, and how large they may be. */
export class ImageSettings extends settingsOf({
  uploadsDir: text({
    env: 'UPLOADS_DIR',
    description: 'Folder of uploaded images, where there is no S3; replicas share it.',
    example: '/var/lib/ipt/uploads',
    default: join('.data', 'ipt-graphql', 'uploads'),
  }),
  maxImageBytes: integer({
    env: 'MAX_IMAGE_BYTES',
    description: 'Largest image that is taken; above 5 MB there is a warning only.',
    example: '20971520',
    default: 20 * MIB,
    min: 1024,
    max: 100 * MIB,
  }),
  s3Bucket: optional(
    text({
      env: 'S3_BUCKET',
      description: 'Bucket that images are uploaded to; UPLOADS_DIR is used if absent.',
      example: 'ipt-uploads',
    }),
  ),
  s3Endpoint: optional(
    url(['http', 'https'], {
      env: 'S3_ENDPOINT',
      description: 'S3-compatible server, as clients reach it; AWS if absent.',
      example: 'https://s3.example',
    }),
  ),
  s3Region: text({
    env: 'S3_REGION',
    description: 'Region of the bucket.',
    example: 'eu-central-1',
    default: 'us-east-1',
  }),
  s3AccessKeyId: optional(
    text({
      env: 'S3_ACCESS_KEY_ID',
      description: 'Access key; the AWS default chain if absent.',
      example: 'AKIA...',
    }),
  ),
  s3SecretAccessKey: optional(
    text({
      env: 'S3_SECRET_ACCESS_KEY',
      description: 'Its secret.',
      example: '...',
      secret: true,
    }),
  ),
}) {}
