import { CreateApiKeys1763700000000 } from '@sextant/platform-security/api-keys';
import { CreateDocuments1763700000014 } from './documents/create-documents.migration.js';
import { CountKeptTexts1763700000016 } from './documents/count-kept-texts.migration.js';
import { ListPlaceholderFormats1763700000017 } from './documents/list-placeholder-formats.migration.js';
import { CreateRememberedSegments1763700000015 } from './documents/segments/create-remembered-segments.migration.js';
import { CreateGlossaries1763700000010 } from './glossaries/create-glossaries.migration.js';
import { CreateTranslationMemories1763700000013 } from './memories/create-translation-memories.migration.js';
import { CreateStyleRules1763700000012 } from './style-rules/create-style-rules.migration.js';
import { CreateUsage1763700000011 } from './usage/create-usage.migration.js';

export const MIGRATIONS = [
  CreateApiKeys1763700000000,
  CreateGlossaries1763700000010,
  CreateUsage1763700000011,
  CreateStyleRules1763700000012,
  CreateTranslationMemories1763700000013,
  CreateDocuments1763700000014,
  CreateRememberedSegments1763700000015,
  CountKeptTexts1763700000016,
  ListPlaceholderFormats1763700000017,
];
