/** The tables of the service: TypeORM runs them in the order of the time in their names. */
export { CreateApiKeys1763700000000 } from '@sextant/platform-security/api-keys';
export { CreateOutbox1763700000001 } from '@sextant/platform-events';
export { CreateIdempotency1763800000000 } from '@sextant/platform-data/idempotency';
export { CreateVoices1764000000000 } from './cloning/create-voices.migration.js';
export { CreateBooks1764100000000 } from './books/create-books.migration.js';
export { CreateLexicons1764100000001 } from './lexicons/create-lexicons.migration.js';
export { CreateWatermarkKeys1764200000000 } from './watermark/create-watermark-keys.migration.js';
export { CreateBookWebhooks1764200000001 } from './books/webhooks/create-book-webhooks.migration.js';
export { CreateUsage1764200000002 } from './usage/create-usage.migration.js';
