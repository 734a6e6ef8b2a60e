/** Repeated parameters. */
const LISTS: ReadonlySet<string> = new Set([
  'text',
  'custom_instructions',
  'known_words',
  'placeholder_patterns',
]);
/** Comma-separated or repeated. */
const COMMA_LISTS: ReadonlySet<string> = new Set([
  'glossary_ids',
  'ignore_tags',
  'non_splitting_tags',
  'placeholder_formats',
  'splitting_tags',
]);
const BOOLEANS: ReadonlySet<string> = new Set([
  'enable_beta_languages',
  'outline_detection',
  'preserve_formatting',
  'show_alignment',
  'show_applied_terms',
  'show_billed_characters',
  'show_corrections',
  'show_provenance',
]);
const NUMBERS: ReadonlySet<string> = new Set(['translation_memory_threshold']);
const TRUTH: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  '0': false,
  false: false,
};

/** @returns a form in the shape of JSON */
export function fromForm(form: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, fromFormValue(name, value)]),
  );
}

function fromFormValue(name: string, value: unknown): unknown {
  if (LISTS.has(name)) return typeof value === 'string' ? [value] : value;
  if (COMMA_LISTS.has(name)) return commaList(value);
  if (typeof value !== 'string') return value;
  if (BOOLEANS.has(name)) return TRUTH[value] ?? value;
  return NUMBERS.has(name) && /^\d{1,9}$/.test(value) ? Number(value) : value;
}

function commaList(value: unknown): unknown {
  const given = Array.isArray(value) ? (value as unknown[]) : [value];
  return given
    .flatMap((item) => (typeof item === 'string' ? item.split(',') : [item]))
    .map((item) => (typeof item === 'string' ? item.trim() : item))
    .filter((item) => item !== '');
}
