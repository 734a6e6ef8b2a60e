/** Letters and signs beside ASCII that a language is written with, small, and the encodings that were used for it before UTF-8. */
export interface Alphabet {
  readonly encodings: readonly string[];
  /** Of the languages, each by itself: a text is in one of them. */
  readonly letters: readonly string[];
}

const between = (first: string, last: string): string => {
  const [from, to] = [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0];
  return Array.from({ length: to - from + 1 }, (_unused, at) =>
    String.fromCodePoint(from + at),
  ).join('');
};

const CYRILLIC = between('а', 'я');

/** The most used first: of two that read a text as well, the first is taken. @see WHATWG Encoding, section 4.2, for the names */
export const ALPHABETS: readonly Alphabet[] = [
  {
    encodings: ['windows-1252', 'iso-8859-15'],
    letters: [
      'áéíóúüñ¿¡ªº',
      'àâæçéèêëîïôœùûüÿ',
      'äöüß',
      'áâãàçéêíóôõúü',
      'àèéìíîòóùú',
      'àèéíïòóúüç·',
      ...['æøåéóôò', 'äöåéü', 'áðéíóúýþæö', 'áéëïöüèêóúí', 'áéíóú'],
    ],
  },
  {
    encodings: ['windows-1250', 'iso-8859-2'],
    letters: [
      ...['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'ăâîşţșț', 'čćđšž'],
    ],
  },
  {
    encodings: ['windows-1251', 'koi8-r', 'koi8-u', 'iso-8859-5', 'ibm866'],
    letters: [`${CYRILLIC}ё`, `${CYRILLIC}іїєґ`, `${CYRILLIC}ўіё`, `${CYRILLIC}ђјљњћџ`],
  },
  { encodings: ['windows-1253', 'iso-8859-7'], letters: [`${between('ά', 'ώ')}ΐΰ`] },
  { encodings: ['windows-1254'], letters: ['çğıöşüâîû'] },
  { encodings: ['windows-1257'], letters: ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöüšž'] },
  { encodings: ['windows-1255'], letters: [between('א', 'ת')] },
  { encodings: ['windows-1256'], letters: [`${between('ء', 'ي')}پچژگ،؛؟`] },
  { encodings: ['windows-874'], letters: [between('ก', '๛')] },
];

/** Signs that all languages have, and that say nothing. */
export const NEUTRAL = /[\s\u2010-\u2026\u2030\u2039\u203a\u20ac\u2122«»©®°·§¶†‡•]/u;
