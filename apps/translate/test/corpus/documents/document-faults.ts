import { decodeHTML } from 'entities';
import { strFromU8, unzipSync } from 'fflate';
import { untranslatableIn } from '../../../src/text/untranslatable.js';
import { pdfText } from '../../documents/pdf-text.js';
import { faultsOf, numbersIn, timesIn } from '../faults.js';
import { linesOf } from './content.js';
import type { TranslatedDocument } from './document-run.js';
import type { MadeDocument } from './made-documents.js';

/** What holds a translation beside its source. */
const BILINGUAL = /\.(?:pot?|xlf|xliff)$/;

/** What is wrong with a translated document: its texts one by one, and the file as others read it. */
export async function documentFaults(
  { name, content }: MadeDocument,
  { units, before, after }: TranslatedDocument,
): Promise<readonly string[]> {
  const words = [await wordsIn(name, before), await wordsIn(name, after)] as const;
  const said = dense(units.map(({ source }) => source).join('\n'));
  const missing = linesOf(content).filter((line) =>
    spokenIn(line).some((words) => !said.includes(dense(words))),
  );
  return [
    ...missing.map((line) => `"${line}" is not translated`),
    ...units.flatMap((unit) =>
      faultsOf(unit).map((fault) => `${fault}: ${unit.source} → ${unit.translation}`),
    ),
    ...keptFaults(name, linesOf(content), words),
    ...(BILINGUAL.test(name) || numbersIn(words[0]) === numbersIn(words[1])
      ? []
      : ['the numbers of the file differ']),
    ...structureFaults(name, before, after),
  ];
}

/** Between what is kept, which may not be in a unit; lines of speakers are translated without their dash. */
function spokenIn(line: string): readonly string[] {
  const parts: string[] = [];
  let position = 0;
  for (const { start, end } of untranslatableIn(line)) {
    parts.push(line.slice(position, start));
    position = end;
  }
  return [...parts, line.slice(position)].map((part) => part.replace(/^[-•]\s*/, ''));
}

const dense = (text: string): string => text.replaceAll(/\s+/g, '');

function keptFaults(
  name: string,
  lines: readonly string[],
  words: readonly [string, string],
): readonly string[] {
  const copies = BILINGUAL.test(name) ? 2 : 1;
  // Readers of PDFs find spaces where letters are apart.
  const seen = (text: string) => (name.endsWith('.pdf') ? dense(text) : text);
  const [before, after] = words.map(seen);
  const kept = new Set(
    lines.flatMap((line) =>
      untranslatableIn(line).map(({ start, end }) => seen(line.slice(start, end))),
    ),
  );
  return [...kept]
    .filter((piece) => timesIn(after ?? '', piece) !== copies * timesIn(before ?? '', piece))
    .map((piece) => `${piece} is not kept in the file`);
}

const textOf = (name: string, bytes: Uint8Array): string =>
  name === 'old.txt' ? new TextDecoder('windows-1252').decode(bytes) : strFromU8(bytes);

const isPackage = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

const sourceOf = (name: string, bytes: Uint8Array): string =>
  isPackage(bytes)
    ? Object.entries(unzipSync(bytes))
        .map(([path, file]) => `${path}\n${strFromU8(file)}`)
        .join('\n')
    : textOf(name, bytes);

/** What a reader of the file sees, by other means than the service's own. */
async function wordsIn(name: string, bytes: Uint8Array): Promise<string> {
  if (name.endsWith('.pdf')) return (await pdfText(bytes)).join('\n');
  const source = sourceOf(name, bytes);
  if (isPackage(bytes) || /\.(?:html|vtt|srt|xml|xlf|xliff|resx)$/.test(name)) {
    const text = source
      .replaceAll(/<\/(?:\w+:)?(?:p|h|h1|si|td|li|title|blockquote)>/g, '\n')
      .replaceAll(/<[^<>]*>/g, '');
    return decodeHTML(text).replaceAll(/\\(["'@?])/g, '$1');
  }
  if (name.endsWith('.txt')) return source;
  return source.replaceAll(/\\([^\p{L}\p{N}\s])/gu, '$1');
}

const BLOCK =
  /<(?:w:(?:p|tr|tc|pStyle)|a:p|text:(?:p|h|list-item)|table:table-(?:row|cell)|si|row|c|h1|p|li|tr|td|blockquote|img|pre|string|item|trans-unit|segment|resources)\b/g;

/** Blocks of the file, or its lines where it has none. */
function structureFaults(name: string, before: Uint8Array, after: Uint8Array): readonly string[] {
  if (name.endsWith('.pdf')) return [];
  const [was, is] = [sourceOf(name, before), sourceOf(name, after)].map((source) => {
    const blocks = source.match(BLOCK) ?? [];
    return blocks.length > 0 ? blocks.join(' ') : String(source.split('\n').length);
  });
  return was === is ? [] : ['its structure differs'];
}
