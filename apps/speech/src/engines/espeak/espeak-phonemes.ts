import { PHONEME_TABLES } from './phoneme-tables.js';

/** What comes closest where a language does not have a sound, best first. */
const ALTERNATIVES: Readonly<Record<string, readonly string[]>> = {
  ɹ: ['r', 'ɾ', 'ʁ'],
  ɻ: ['ɹ', 'r', 'ɾ'],
  r: ['ɹ', 'ɾ', 'ʁ'],
  ɾ: ['r', 'ɹ'],
  ʁ: ['ɹ', 'r'],
  ʀ: ['ʁ', 'r'],
  ɚ: ['əɹ', 'ɜː', 'əʁ', 'ər', 'ə'],
  ɝ: ['ɜː', 'ɜ', 'əɹ'],
  ɜ: ['ɜː', 'œ', 'ə'],
  a: ['æ', 'ɐ', 'ɑ', 'ɑː', 'aː'],
  æ: ['a', 'ɛ'],
  ɑ: ['ɑː', 'a', 'ɐ', 'aː'],
  ɒ: ['ɔ', 'ɑː', 'o'],
  ʌ: ['ɐ', 'a'],
  ɐ: ['ʌ', 'a'],
  e: ['eː', 'eɪ', 'ɛ'],
  ɛ: ['e'],
  o: ['oː', 'oʊ', 'ɔ'],
  ɔ: ['ɔː', 'o'],
  i: ['iː', 'ɪ'],
  ɪ: ['i'],
  u: ['uː', 'ʊ'],
  ʊ: ['u'],
  y: ['yː', 'ʏ', 'u'],
  ʏ: ['y', 'ʊ'],
  ø: ['øː', 'œ'],
  œ: ['ø', 'øː'],
  ə: ['ɐ', 'ʌ', 'e'],
  ɨ: ['ᵻ', 'ɪ', 'i'],
  ᵻ: ['ɪ', 'i'],
  əʊ: ['oʊ', 'o'],
  ɪə: ['iə', 'iː'],
  eə: ['ɛɹ', 'ɛ'],
  ʊə: ['ʊɹ', 'ʊ'],
  l: ['ɫ'],
  ɫ: ['l'],
  v: ['ʋ', 'β', 'w'],
  s: ['s̺', 's̪'],
  ʃ: ['ɕ', 'ʂ'],
  ʒ: ['ʑ', 'ʐ', 'ʃ'],
  ɬ: ['l'],
  ʎ: ['lj'],
  ɲ: ['nj'],
  ʍ: ['w'],
  χ: ['x', 'h'],
  ð: ['d'],
  z: ['s'],
  ɦ: ['h'],
  ʋ: ['v'],
};

const PRIMARY_STRESS = 'ˈ';
const SECONDARY_STRESS = 'ˌ';

/** What is written between sounds, and says nothing of them: ties, syllables, feet. */
const TIES = /[\u0361\u035c.‿|‖]/gu;
/** Said where the language has such a sound, left out where it does not: length, aspiration and the like. */
const MODIFIERS = /^[\u0329\u032fːˑʰʲʷˠ]/u;

/**
 * espeak-ng's spelling of a pronunciation in the International Phonetic Alphabet, in double brackets. Nothing when the
 * language has no sound that comes near one of the symbols.
 *
 * @param language espeak-ng's name of a language
 */
export function espeakPhonemes(language: string, ipa: string): string | undefined {
  const table = tableOf(language);
  const symbols = normalized(ipa);
  if (table === undefined || symbols === '') return undefined;
  const words = symbols.split(/\s+/).map((word) => spelled(table, word));
  const isSaid = words.every((word) => word !== undefined && word !== '');
  const mnemonics = isSaid ? words.join(' ') : '';
  return mnemonics === '' || mnemonics.length > LONGEST_SPELLING ? undefined : `[[${mnemonics}]]`;
}

/** A little more than a hundred sounds: 200 overflow espeak-ng's buffer of a word. */
const LONGEST_SPELLING = 250;

/** One spelling of what is written in several ways. */
const normalized = (ipa: string): string =>
  ipa
    .normalize('NFC')
    .replace(/^[/[]|[/\]]$/g, '')
    .replace(TIES, '')
    .replaceAll('g', 'ɡ')
    .replaceAll(':', 'ː')
    .replace(/['’]/g, PRIMARY_STRESS)
    .trim();

type Table = ReadonlyMap<string, string>;
const tables = new Map<string, Table>();

function tableOf(language: string): Table | undefined {
  const known = tables.get(language);
  const written = PHONEME_TABLES[language];
  if (known !== undefined || written === undefined) return known;
  const table = new Map<string, string>();
  const entries = written.split(' ');
  for (let index = 0; index < entries.length; index += 2) {
    const symbols = (entries[index] ?? '').replace(TIES, '');
    if (!table.has(symbols)) table.set(symbols, entries[index + 1] ?? '');
  }
  tables.set(language, table);
  return table;
}

/** Symbols of the longest sound, with its length. */
const LONGEST = 5;

function spelled(table: Table, word: string): string | undefined {
  const mnemonics: string[] = [];
  let stress = '';
  let rest = word;
  while (rest !== '') {
    const [first = ''] = rest;
    if (first === PRIMARY_STRESS || first === SECONDARY_STRESS) {
      stress = first === PRIMARY_STRESS ? "'" : ',';
      rest = rest.slice(first.length);
      continue;
    }
    const sound = soundAt(table, rest);
    if (sound === undefined) {
      if (mnemonics.length === 0 || !MODIFIERS.test(rest)) return undefined;
      rest = rest.slice(1);
      continue;
    }
    mnemonics.push(stress + sound.mnemonics);
    stress = '';
    rest = rest.slice(sound.length);
  }
  return mnemonics.join('|');
}

interface Sound {
  readonly mnemonics: string;
  /** UTF-16 units that it was written with. */
  readonly length: number;
}

function soundAt(table: Table, text: string): Sound | undefined {
  for (let length = Math.min(LONGEST, text.length); length > 0; length -= 1) {
    const symbols = text.slice(0, length);
    const mnemonics = table.get(symbols) ?? nearest(table, symbols);
    if (mnemonics !== undefined) return { mnemonics, length };
  }
  return undefined;
}

/** A sound that comes near; of a long one the short one too. */
function nearest(table: Table, symbols: string): string | undefined {
  const isLong = symbols.endsWith('ː');
  const short = isLong ? symbols.slice(0, -1) : symbols;
  const near = ALTERNATIVES[short] ?? [];
  const wanted = isLong ? [...near.map((each) => `${each}ː`), short, ...near] : near;
  for (const each of wanted) {
    const mnemonics = table.get(each) ?? (near.includes(each) ? sequence(table, each) : undefined);
    if (mnemonics !== undefined) return mnemonics;
  }
  return undefined;
}

function sequence(table: Table, symbols: string): string | undefined {
  const mnemonics = Array.from(symbols, (symbol) => table.get(symbol));
  return mnemonics.includes(undefined) ? undefined : mnemonics.join('|');
}
