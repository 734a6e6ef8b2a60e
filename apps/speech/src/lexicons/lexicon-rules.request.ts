import { invalid } from '../errors/request-errors.js';
import type { LexiconEntry } from './lexicon.js';
import type { LexiconRuleDto } from './lexicons.dto.js';

/** The entry of a rule. @throws {Problem} `validation_failed` for one that does not tell what is said */
export function entryOf(
  { string_to_replace, type, alias, phoneme }: LexiconRuleDto,
  index: number,
): LexiconEntry {
  const said = type === 'alias' ? alias : phoneme;
  if (said === undefined) throw invalid(`rules.${index}.${type}`, `The rule has no ${type}.`);
  const grapheme = string_to_replace.trim().replaceAll(/\s+/gu, ' ');
  return { grapheme, said: type === 'alias' ? { alias: said } : { ipa: said } };
}

/** The rule of an entry. */
export const ruleOf = ({ grapheme, said }: LexiconEntry): LexiconRuleDto =>
  'alias' in said
    ? { string_to_replace: grapheme, type: 'alias', alias: said.alias }
    : { string_to_replace: grapheme, type: 'phoneme', phoneme: said.ipa, alphabet: 'ipa' };
