import type { en } from './en.js';

export type TextKey = keyof typeof en;

/** All texts of one language: the compiler misses those that are not there. */
export type PageTexts = Readonly<Record<TextKey, string>>;
