import { ar } from './ar.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { pt } from './pt.js';
import { ru } from './ru.js';
import type { Language } from '../../languages/languages.js';
import type { PageTexts } from './page-texts.js';

export const PAGE_TEXTS: Readonly<Record<Language, PageTexts>> = { ar, de, en, es, fr, pt, ru };
