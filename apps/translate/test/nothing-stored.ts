import { problem } from '@sextant/platform-http/errors';
import type { MemoryLookup } from '../src/memories/search/memory-lookup.js';
import type { StyleRuleLookup } from '../src/style-rules/style-rule-lookup.js';
import type { Terminology } from '../src/glossaries/terminology.js';

const NOT_FOUND = {
  glossary: problem('glossary_not_found', 404, 'Glossary not found.'),
  memory: problem('translation_memory_not_found', 404, 'Translation memory not found.'),
  styleRule: problem('style_rule_not_found', 404, 'Style rule list not found.'),
} as const;

/** For an installation that stores no glossaries, memories and style rules: none is ever found. */
export const nothingStored: Terminology & MemoryLookup & StyleRuleLookup = {
  dictionaries: () => Promise.reject(NOT_FOUND.glossary()),
  match: () => Promise.reject(NOT_FOUND.memory()),
  instructions: () => Promise.reject(NOT_FOUND.styleRule()),
};
