import type { Service } from '../service.js';

export interface Rule {
  readonly string_to_replace: string;
  readonly type: 'alias' | 'phoneme';
  readonly alias?: string;
  readonly phoneme?: string;
  readonly alphabet?: 'ipa';
}

export interface Lexicon {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly rules_count: number;
  readonly rules?: readonly Rule[];
}

/** What is stored: rules, or a document of W3C PLS 1.0. */
export interface LexiconContent {
  readonly name: string;
  readonly language: string;
  readonly rules?: readonly Rule[];
  readonly pls?: string;
}

const ADDRESS = '/audio/lexicons';

export async function listLexicons(
  { api }: Service,
  signal: AbortSignal,
): Promise<readonly Lexicon[]> {
  return (await api<{ readonly lexicons: readonly Lexicon[] }>(ADDRESS, { signal })).body.lexicons;
}

export async function rulesOf({ api }: Service, { id }: Lexicon): Promise<readonly Rule[]> {
  return (await api<Lexicon>(`${ADDRESS}/${id}`)).body.rules ?? [];
}

export async function createLexicon({ api }: Service, content: LexiconContent): Promise<void> {
  await api(ADDRESS, { method: 'POST', body: content });
}

export async function changeLexicon(
  { api }: Service,
  { id }: Lexicon,
  content: LexiconContent,
): Promise<void> {
  await api(`${ADDRESS}/${id}`, { method: 'PUT', body: content });
}

export async function deleteLexicon({ api }: Service, { id }: Lexicon): Promise<void> {
  await api(`${ADDRESS}/${id}`, { method: 'DELETE' });
}

/** How a rule's word is said, whatever kind it is. */
export const spokenOf = ({ alias, phoneme }: Rule): string => alias ?? phoneme ?? '';

export const ruleOf = (word: string, type: Rule['type'], spoken: string): Rule =>
  type === 'alias'
    ? { string_to_replace: word, type, alias: spoken }
    : { string_to_replace: word, type, phoneme: spoken, alphabet: 'ipa' };
