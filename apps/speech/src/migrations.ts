import { CreateApiKeys1763700000000 } from '@sextant/platform-security/api-keys';
import { CreateOutbox1763700000001 } from '@sextant/platform-events';
import { CreateIdempotency1763800000000 } from '@sextant/platform-data/idempotency';
import { CreateBookWebhooks1764200000001 } from './books/webhooks/create-book-webhooks.migration.js';
import { CreateBooks1764100000000 } from './books/create-books.migration.js';
import { CreateVoices1764000000000 } from './cloning/create-voices.migration.js';
import { CreateLexicons1764100000001 } from './lexicons/create-lexicons.migration.js';
import { CreateUsage1764200000002 } from './usage/create-usage.migration.js';
import { CreateUsageProgress1764300000000 } from './usage/create-usage-progress.migration.js';
import { CreateWatermarkKeys1764200000000 } from './watermark/create-watermark-keys.migration.js';

/** In the order in which they were written. */
export const MIGRATIONS = [
  CreateApiKeys1763700000000,
  CreateOutbox1763700000001,
  CreateIdempotency1763800000000,
  CreateVoices1764000000000,
  CreateBooks1764100000000,
  CreateLexicons1764100000001,
  CreateWatermarkKeys1764200000000,
  CreateBookWebhooks1764200000001,
  CreateUsage1764200000002,
  CreateUsageProgress1764300000000,
];
