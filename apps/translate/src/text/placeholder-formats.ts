/** Dialects of placeholders that a caller may name. Of formats that fit equally well, the first is reported. */
export const PLACEHOLDER_FORMATS = [
  'icu',
  'printf',
  'python',
  'i18next',
  'vue',
  'laravel',
  'dotnet',
  'ruby',
  'angular',
  'twig',
  'android',
  'apple',
] as const;

export type PlaceholderFormat = (typeof PLACEHOLDER_FORMATS)[number];

/** A notation, and the dialects that have it; none for one that is kept only while no dialects are named. */
export interface PlaceholderKind {
  readonly pattern: RegExp;
  readonly formats: readonly PlaceholderFormat[];
}

const kind = (pattern: RegExp, formats: string): PlaceholderKind => ({
  pattern,
  formats: PLACEHOLDER_FORMATS.filter((format) => formats.split(' ').includes(format)),
});

const NAME = String.raw`[\p{L}_$@-][\p{L}\p{N}_$.[\]'"()-]{0,100}`;

/**
 * What programs put values into. Each is linear in the length of the text: what could be repeated without an end is
 * bounded.
 */
export const PLACEHOLDER_KINDS: readonly PlaceholderKind[] = [
  // {name}, {user.name}, {name, number}, {name!r:>10}, { $name }, { -brand } (Fluent).
  kind(new RegExp(String.raw`\{\s*${NAME}\s*\}`, 'gu'), 'icu python dotnet vue angular'),
  kind(new RegExp(String.raw`\{\s*${NAME}\s*,[^{}\n]{0,200}\}`, 'gu'), 'icu dotnet'),
  kind(new RegExp(String.raw`\{\s*${NAME}\s*[:!?|][^{}\n]{0,200}\}`, 'gu'), 'python dotnet'),
  // {0}, {0, date}, {0:N2}, {0[key]}, {1.Number}.
  kind(/\{\s*\d{1,4}\s*\}/g, 'icu python dotnet vue laravel'),
  kind(/\{\s*\d{1,4}\s*,[^{}\n]{0,200}\}/g, 'icu dotnet'),
  kind(/\{\s*\d{1,4}\s*[:!?|][^{}\n]{0,200}\}/g, 'python dotnet'),
  kind(
    /\{\d{1,4}(?:\.[\p{L}_][\p{L}\p{N}_]{0,60}|\[[^[\]{}\n]{1,60}\]){1,10}(?:[:!][^{}\n]{0,60})?\}/gu,
    'python dotnet',
  ),
  // {}, {:.2f}, {!r}; {'@'} and {"quoted"} of Vue and Fluent.
  kind(/\{(?:[:!][^{}\s]{1,20})?\}/g, 'python'),
  kind(/\{\s*(?:'[^'{}\n]{1,100}'|"[^"{}\n]{1,100}")\s*\}/g, 'vue'),
  // {{ name }}, {{{ name }}}, {% if %}, {# remark #}.
  kind(/\{\{\{[^{}\n]{1,300}\}\}\}|\{\{(?:(?!\}\})[^\n]){0,300}\}\}/g, 'i18next angular twig'),
  kind(/\{%(?:(?!%\})[^\n]){0,500}%\}|\{#(?:(?!#\})[^\n]){1,500}#\}/g, 'twig'),
  // ${name}, #{name}, %{name}, @{name}, $name.
  kind(/\$\{[^{}\n]{1,200}\}/g, 'python'),
  kind(/[#%]\{[^{}\n]{1,200}\}/g, 'ruby'),
  kind(/@\{[^{}\n]{1,200}\}/g, ''),
  kind(/\$!?[A-Za-z_]\w{0,100}(?:\.[A-Za-z_]\w{0,100}){0,10}/g, 'python'),
  // $NAME$ of Chrome, $(NAME) of make, %NAME% of Symfony and Windows.
  kind(/\$[A-Z][A-Z0-9_]{0,60}\$|\$\([A-Za-z_][\w.]{0,60}\)/g, ''),
  kind(/(?<![\p{N}%])%[A-Za-z_][\w.-]{1,60}%(?!%)/gu, 'twig'),
  // %(name)s of Python, %<name>s of Ruby.
  kind(/%\([^()\n]{1,100}\)[-+#0 ]*\d{0,4}(?:\.\d{1,4})?[a-zA-Z]/g, 'python'),
  kind(/%<[^<>\n]{1,100}>[-+#0 ]*\d{0,4}(?:\.\d{1,4})?[a-zA-Z]/g, 'ruby'),
  // printf as POSIX, Go and Java have it, without the flag that is a space.
  kind(
    /(?<![\p{N}%])%(?:\d{1,2}\$)?[-+#0',]*(?:\*|\d{1,4})?(?:\.(?:\*|\d{1,4}))?(?:hh|h|ll|l|L|q|j|z|t)?(?:[disufx]|[oXeEfFgGaAcCSpnvqT](?![A-Za-z]))/gu,
    'printf python ruby android apple',
  ),
  kind(/%%/g, 'printf python ruby android apple'),
  // %@ and %1$@ of NSString, %#@files@ of stringsdict, \(name) of Swift.
  kind(/(?<![\p{N}%])%(?:\d{1,2}\$)?(?:#@\w{1,60})?@/gu, 'apple'),
  kind(/\\\([A-Za-z_][\w.]{0,60}(?:\([^()\n]{0,60}\))?\)/g, 'apple'),
  // %1, %L1 of Qt.
  kind(/(?<![\p{N}%])%L?\d{1,2}(?![\w%$.,-])/gu, ''),
  // __name__, $t(key) of i18next; @:key, @.lower:key, @:(key) of Vue.
  kind(/(?<![\p{L}\p{N}_])__[A-Za-z](?:\w{0,60}[A-Za-z0-9])?__(?![\p{L}\p{N}_])/gu, 'i18next'),
  kind(/\$t\((?:[^()\n]|\([^()\n]{0,100}\)){0,200}\)/g, 'i18next'),
  kind(
    /(?<![\p{L}\p{N}_])@(?:\.[a-z]{1,20})?:(?:\([\w.$-]{1,100}\)|\{'[\w.$-]{1,100}'\}|[A-Za-z_$][\w$]{0,60}(?:[.-][\w$]{1,60}){0,10})/gu,
    'vue',
  ),
  // :name of Laravel, and the ranges that begin its forms: {1}, [2,*].
  kind(/(?<![\p{L}\p{N}_:/.)\]}>"'])(?<!\\):[A-Za-z_]\w{0,60}(?![\w:])/gu, 'laravel'),
  kind(/(?<=^\s{0,5}|\|\s{0,5})\[(?:\d{1,6}|\*),(?:\d{1,6}|\*)\]/gm, 'laravel'),
  // @string/name, ?attr/name, line breaks and characters as Android and Apple write them in their files.
  kind(/(?<![\p{L}\p{N}_.@/])@(?:\+?[a-z]{1,30}:)?[a-z]{1,30}\/[\w.]{0,100}\w/gu, 'android'),
  kind(/(?<![\p{L}\p{N}_])\?(?:[a-z]{1,30}:)?attr\/[\w.]{0,100}\w/gu, 'android'),
  kind(/(?<!\\)\\(?:[nrt](?![a-z])|u[\da-fA-F]{4}|U[\da-fA-F]{4})/g, 'android apple'),
];

/**
 * The fewest dialects that have every notation that was found, those with most of them first.
 *
 * @param found for each notation the dialects that have it
 */
export function formatsOf(
  found: readonly (readonly PlaceholderFormat[])[],
): readonly PlaceholderFormat[] {
  const named: PlaceholderFormat[] = [];
  let open = found.filter((formats) => formats.length > 0);
  while (open.length > 0) {
    const uses = (format: PlaceholderFormat) =>
      open.filter((formats) => formats.includes(format)).length;
    const best = PLACEHOLDER_FORMATS.reduce((a, b) => (uses(b) > uses(a) ? b : a));
    named.push(best);
    open = open.filter((formats) => !formats.includes(best));
  }
  return named;
}
