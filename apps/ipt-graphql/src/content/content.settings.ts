import { integer, optional, settingsOf, text, url } from '@sextant/platform-runtime/config';
import { join } from 'node:path';

const GIB = 1024 ** 3;

/** Where documents are stored, and how much of them. */
export class ContentSettings extends settingsOf({
  contentDir: text({
    env: 'CONTENT_DIR',
    description: 'Folder of the stored documents and images, by CID; replicas share it.',
    example: '/var/lib/ipt/content',
    default: join('.data', 'ipt-graphql', 'content'),
  }),
  maxTenantBytes: integer({
    env: 'MAX_TENANT_BYTES',
    description: 'What one tenant may store in documents and images; more is QUOTA_EXCEEDED.',
    example: '10737418240',
    default: 10 * GIB,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
  }),
  kuboUrl: optional(
    url(['http', 'https'], {
      env: 'KUBO_RPC_URL',
      description: 'RPC of a Kubo node that everything is pinned to as well.',
      example: 'http://kubo:5001',
    }),
  ),
}) {}
