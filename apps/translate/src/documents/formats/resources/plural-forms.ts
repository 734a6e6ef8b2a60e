/** How gettext chooses among the forms of a message. */
export interface PluralForms {
  readonly count: number;
  /** As the header of a PO file has it. */
  readonly header: string;
}

const forms = (count: number, expression: string): PluralForms => ({
  count,
  header: `nplurals=${count}; plural=${expression};`,
});

const ONE = forms(1, '0');
const TWO = forms(2, '(n != 1)');
const TWO_FROM_ZERO = forms(2, '(n > 1)');
const SLAVIC = forms(
  3,
  '(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)',
);
const CZECH = forms(3, '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2');

/** Those that have not two forms, `n != 1`, which most have. */
const BY_LANGUAGE: Readonly<Record<string, PluralForms>> = {
  ...Object.fromEntries(['id', 'ja', 'ko', 'ms', 'th', 'vi', 'zh'].map((code) => [code, ONE])),
  ...Object.fromEntries(['br', 'fr', 'oc', 'pt-br', 'tr'].map((code) => [code, TWO_FROM_ZERO])),
  ...Object.fromEntries(['be', 'bs', 'hr', 'ru', 'sr', 'uk'].map((code) => [code, SLAVIC])),
  ...{ cs: CZECH, sk: CZECH },
  pl: forms(3, '(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)'),
  lt: forms(3, '(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2)'),
  lv: forms(3, '(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2)'),
  ro: forms(3, '(n==1 ? 0 : (n==0 || (n%100 > 0 && n%100 < 20)) ? 1 : 2)'),
  sl: forms(4, '(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3)'),
  ar: forms(6, '(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5)'),
};

/** @see GNU gettext manual, section 11.2.6, "Additional functions for plural forms" */
export function pluralFormsOf(language: string): PluralForms {
  const tag = language.toLowerCase();
  return BY_LANGUAGE[tag] ?? BY_LANGUAGE[tag.split('-', 1)[0] ?? ''] ?? TWO;
}
