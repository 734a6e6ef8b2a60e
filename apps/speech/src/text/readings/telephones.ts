import type { Place } from './place.js';

/** A telephone number, or a part of one. */
export interface Telephone {
  readonly kind: 'telephone';
  readonly written: string;
}

/** Whole numbers in one word: international ones (ITU-T E.164), and those of North America. */
const WHOLE = /^\+\d[\d().-]{6,}$|^(?:1[-.])?(?:\(?\d{3}\)?[-.])?\d{3}[-.]\d{4}$/;
const PART = /^\(?[\d.-]+\)?$/;

export function classifyTelephone(word: string, { before, next }: Place): Telephone | undefined {
  const isCode = /^\+\d{1,3}$/.test(word) && PART.test(next) && /\d/.test(next);
  const isAreaCode = /^\d{3}$/.test(word) && /^\d{3}-\d{4}$/.test(next);
  if (!WHOLE.test(word) && !isCode && !isAreaCode && !followsCode(word, before)) return undefined;
  return { kind: 'telephone', written: word };
}

/** Whether there are only groups of digits between this one and a code such as `+44`. */
function followsCode(word: string, before: readonly string[]): boolean {
  if (!PART.test(word)) return false;
  const first = before.find((each) => !PART.test(each));
  return first !== undefined && /^\+\d{1,3}$/.test(first);
}

/** Digit by digit. */
export function sayTelephone({ written }: Telephone, { spoken }: Place): string {
  const plus = written.startsWith('+') ? `${spoken.plus ?? ''} ` : '';
  return `${plus}${digitByDigit(written)}`.trim();
}

/** Groups stay groups. */
export function digitByDigit(text: string): string {
  const spaced = text.replace(/\D+/g, ', ').replace(/\d(?=\d)/g, '$& ');
  return spaced.replace(/^, |, $/g, '');
}
