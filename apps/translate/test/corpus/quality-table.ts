import { PROPERTIES, type Count, type Property } from './faults.js';

/** What an engine keeps in the sentences of each pair. */
export interface EngineQuality {
  readonly title: string;
  readonly about: string;
  readonly pairs: readonly (readonly [string, Readonly<Record<Property, Count>>])[];
}

/** What is right in a document of the corpus. */
export interface DocumentQuality {
  readonly name: string;
  readonly pair: string;
  readonly texts: Count;
  readonly faults: number;
}

const WHAT_HOLDS: readonly (readonly string[])[] = [
  ['Property', 'Holds when'],
  [
    'placeholders and code',
    'each placeholder, address, path, option and piece of code occurs as often as in the source',
  ],
  ['labels', 'the label of a line (`a)`, `-`, `Q:`) begins the translation'],
  [
    'quotes and brackets',
    'each of `"`, `\'`, `(`, `)`, `“`, `”`, `«`, `»`, `—` occurs as often as in the source',
  ],
  ['numbers', 'the same digits'],
  ['words', 'at least half as many words as in the source'],
  [
    'capitals',
    'no capital within a sentence that has none in the source; texts in capitals stay so',
  ],
  [
    'marks and spaces',
    'no mark of an engine is left, no space is doubled or stands before a comma',
  ],
];

/** `docs/translate/quality.md`, in the layout of the formatter. */
export const qualityPage = (
  engines: readonly EngineQuality[],
  documents: readonly DocumentQuality[],
): string => `# Quality of translations

This page is generated: \`UPDATE_DOCS=1 npx nx run-many -t test -p translate\` writes it. The test fails when the page differs from
what the engines do.

The corpus has 100 sentences of our own in each language of the default pairs and ${String(documents.length)} documents made of them. A cell says
how many of the texts that a property concerns have it.

${table(WHAT_HOLDS)}

${engines.map(engineSection).join('\n')}
${documentSection(documents)}`;

const engineSection = ({ title, about, pairs }: EngineQuality): string =>
  [
    `## ${title}\n`,
    `${about}\n`,
    table([
      ['Pair', ...PROPERTIES],
      ...pairs.map(([pair, counts]) => [
        pair.replace('>', ' → '),
        ...PROPERTIES.map((property) => shown(counts[property])),
      ]),
    ]),
    '',
  ].join('\n');

const documentSection = (documents: readonly DocumentQuality[]): string =>
  [
    '## Documents\n',
    'By Apertium. The last column counts what is wrong in the file: texts with a fault, texts that were left out, code, numbers and',
    'structure of the written file that differ.\n',
    table([
      ['Document', 'Pair', 'Texts without a fault', 'Faults of the file'],
      ...documents.map(({ name, pair, texts, faults }) => [
        name,
        pair.replace('>', ' → '),
        shown(texts),
        String(faults),
      ]),
    ]),
    '',
  ].join('\n');

const shown = ({ kept, all }: Count): string => `${String(kept)} of ${String(all)}`;

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, at) =>
    Math.max(3, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [
    line(head),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...body.map(line),
  ].join('\n');
}
