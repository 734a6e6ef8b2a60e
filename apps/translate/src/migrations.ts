/** The tables of the service: TypeORM runs them in the order of the time in their names. */
export { CreateApiKeys1763700000000 } from '@sextant/platform-security/api-keys';
export { CreateGlossaries1763700000010 } from './glossaries/create-glossaries.migration.js';
export { CreateUsage1763700000011 } from './usage/create-usage.migration.js';
export { CreateStyleRules1763700000012 } from './style-rules/create-style-rules.migration.js';
export { CreateTranslationMemories1763700000013 } from './memories/create-translation-memories.migration.js';
export { CreateDocuments1763700000014 } from './documents/create-documents.migration.js';
export { CreateRememberedSegments1763700000015 } from './documents/segments/create-remembered-segments.migration.js';
export { CountKeptTexts1763700000016 } from './documents/count-kept-texts.migration.js';
export { ListPlaceholderFormats1763700000017 } from './documents/list-placeholder-formats.migration.js';
