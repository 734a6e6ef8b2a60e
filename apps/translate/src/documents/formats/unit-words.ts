import { htmlWords } from '../../text/markup/html-pieces.js';
import { billedCharacters } from '../../usage/billed-characters.js';
import type { DocumentUnit } from './document-format.js';

const SAMPLE_CHARACTERS = 10_000;

/** What a document costs: the characters of its words, without its markup. */
export const charactersOf = (units: readonly DocumentUnit[]): number =>
  units.reduce((sum, unit) => sum + billedCharacters(wordsOf(unit)), 0);

/** What looks like a tag in HTML and is none, such as `<1 word>`, is translated and counts. */
function wordsOf({ kind, text }: DocumentUnit): string {
  if (kind === 'html') return htmlWords(text);
  return kind === 'plain' ? text : text.replaceAll(/<[^<>]*>/g, '');
}

/** @returns enough of a document's words to tell their language; empty where there are none */
export function sampleOf(units: readonly DocumentUnit[]): string {
  let sample = '';
  for (const unit of units) {
    if (sample.length > SAMPLE_CHARACTERS) break;
    const words = wordsOf(unit);
    if (/\p{L}/u.test(words)) sample += `${words.slice(0, SAMPLE_CHARACTERS)}\n`;
  }
  return sample;
}
