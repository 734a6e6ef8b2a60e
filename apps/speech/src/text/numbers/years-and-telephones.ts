/** Words after which four digits are a year; in lower case. */
const YEAR_AFTER: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(
    (
      'in since of by from until till before after year during circa between early late mid and to ' +
      'january february march april may june july august september october november december ' +
      'spring summer autumn fall winter anno ad'
    ).split(' '),
  ),
  de: new Set(
    (
      'im in seit von bis vor nach jahr jahre anno um ' +
      'januar februar märz april mai juni juli august september oktober november dezember'
    ).split(' '),
  ),
};
const YEAR = /^(1[1-9]|20)(\d\d)$/;
const DECADE = /^(1[1-9]|20)(\d)0s$/;

export interface NumberContext {
  readonly language: string;
  readonly previous: string;
  readonly next: string;
  /** The words before, the nearest first. */
  readonly before: readonly string[];
}

/** Four digits as a year, where the language says years otherwise than numbers: "19 84", "neunzehnhundert 84", "一九八四年". */
export function yearInWords(word: string, context: NumberContext): string | undefined {
  const { language, next } = context;
  if (language === 'zh') return chineseYear(word, next);
  if (language === 'en') return decade(word) ?? yearAfterWord(word, context, englishYear);
  return language === 'de' ? yearAfterWord(word, context, germanYear) : undefined;
}

function decade(word: string): string | undefined {
  const [, century, tens] = DECADE.exec(word) ?? [];
  if (century === undefined || tens === undefined) return undefined;
  return tens === '0' ? `${century} hundreds` : `${century} ${tens}0s`;
}

function yearAfterWord(
  word: string,
  { language, previous, next }: NumberContext,
  say: (century: string, rest: string) => string | undefined,
): string | undefined {
  const [, century, rest] = YEAR.exec(word) ?? [];
  if (century === undefined || rest === undefined) return undefined;
  if (YEAR_AFTER[language]?.has(previous.toLowerCase()) !== true) return undefined;
  // "in 1500 words": what is counted follows.
  return language === 'en' && /^\p{Ll}{3,}s$/u.test(next) ? undefined : say(century, rest);
}

/** After The Chicago Manual of Style, 9.34: "nineteen eighty-four", "nineteen oh five", "nineteen hundred". */
function englishYear(century: string, rest: string): string {
  if (century === '20' && rest.startsWith('0')) return `${century}${rest}`;
  if (rest === '00') return `${century} hundred`;
  return rest.startsWith('0') ? `${century} oh ${rest.slice(1)}` : `${century} ${rest}`;
}

/** Duden, "Zahlen und Ziffern": from 1100 to 1999 in hundreds. */
function germanYear(century: string, rest: string): string | undefined {
  if (century === '20') return undefined;
  const hundreds = `${GERMAN_TENS[Number(century) - 11] ?? century}hundert`;
  return rest === '00' ? hundreds : `${hundreds} ${Number(rest)}`;
}

const GERMAN_TENS =
  'elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(' ');
const CHINESE_DIGITS = '〇一二三四五六七八九';

/** Digit by digit before 年. */
function chineseYear(word: string, next: string): string | undefined {
  if (!/^\d{4}$/.test(word) || !next.startsWith('年')) return undefined;
  return Array.from(word, (digit) => CHINESE_DIGITS[Number(digit)] ?? '').join('');
}

const PLUS: Readonly<Record<string, string>> = {
  ar: 'زائد',
  bn: 'প্লাস',
  de: 'plus',
  en: 'plus',
  es: 'más',
  fr: 'plus',
  hi: 'प्लस',
  id: 'plus',
  it: 'più',
  pt: 'mais',
  ru: 'плюс',
  ur: 'پلس',
  zh: '加',
};
/** Whole numbers in one word: international ones (ITU-T E.164), and those of North America. */
const WHOLE = /^\+\d[\d().-]{6,}$|^(?:\(?\d{3}\)?[-.])?\d{3}[-.]\d{4}$/;
const PART = /^\(?[\d.-]+\)?$/;

/** A telephone number, or a part of one, digit by digit. */
export function telephoneInWords(
  word: string,
  { language, before, next }: NumberContext,
): string | undefined {
  const isCode = /^\+\d{1,3}$/.test(word) && PART.test(next) && /\d/.test(next);
  const isAreaCode = /^\d{3}$/.test(word) && /^\d{3}-\d{4}$/.test(next);
  if (!WHOLE.test(word) && !isCode && !isAreaCode && !followsCode(word, before)) return undefined;
  const plus = word.startsWith('+') ? `${PLUS[language] ?? ''} ` : '';
  return `${plus}${digitByDigit(word)}`.trim();
}

/** Whether there are only groups of digits between this one and a code such as `+44`. */
function followsCode(word: string, before: readonly string[]): boolean {
  if (!PART.test(word)) return false;
  const first = before.find((each) => !PART.test(each));
  return first !== undefined && /^\+\d{1,3}$/.test(first);
}

/** Groups stay groups. */
export function digitByDigit(text: string): string {
  const spaced = text.replace(/\D+/g, ', ').replace(/\d(?=\d)/g, '$& ');
  return spaced.replace(/^, |, $/g, '');
}
