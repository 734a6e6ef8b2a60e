import type { SpokenLanguage } from './spoken-language.js';
import { ARABIC } from './arabic.js';
import { BENGALI } from './bengali.js';
import { CHINESE } from './chinese.js';
import { DUTCH } from './dutch.js';
import { ENGLISH } from './english.js';
import { FRENCH } from './french.js';
import { GERMAN } from './german.js';
import { HINDI } from './hindi.js';
import { INDONESIAN } from './indonesian.js';
import { ITALIAN } from './italian.js';
import { PORTUGUESE } from './portuguese.js';
import { RUSSIAN } from './russian.js';
import { SPANISH } from './spanish.js';
import { URDU } from './urdu.js';

const LANGUAGES: ReadonlyMap<string, SpokenLanguage> = new Map([
  ['ar', ARABIC],
  ['bn', BENGALI],
  ['de', GERMAN],
  ['en', ENGLISH],
  ['es', SPANISH],
  ['fr', FRENCH],
  ['hi', HINDI],
  ['id', INDONESIAN],
  ['it', ITALIAN],
  ['nl', DUTCH],
  ['pt', PORTUGUESE],
  ['ru', RUSSIAN],
  ['ur', URDU],
  ['zh', CHINESE],
]);
const UNKNOWN: SpokenLanguage = {};

/** The primary subtag of a BCP 47 tag, in lower case. */
export const primaryLanguage = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? tag;

/** What is known of a language, by its tag; of an unknown one nothing: its engine reads what is written. */
export const spokenLanguage = (tag: string): SpokenLanguage =>
  LANGUAGES.get(primaryLanguage(tag)) ?? UNKNOWN;
