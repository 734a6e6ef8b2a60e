import type { texts } from './en.js';

/** Apart from what needs a browser. */
export type TextId = keyof typeof texts;
