import type { DocumentUnit } from './document-format.js';
import { openYaml, type OpenedYaml } from './resources/yaml.js';
import type { Replacement } from './xml/xml-tree.js';

/** What Jekyll, Hugo, Docusaurus and the like show to readers; all else is for these programs. */
const SHOWN: ReadonlySet<string> = new Set([
  ...['title', 'subtitle', 'linkTitle', 'sidebar_label', 'headline', 'description', 'summary'],
  ...['excerpt', 'lead', 'abstract', 'caption'],
]);

/** The words of a page's front matter. */
export interface FrontMatter {
  readonly units: readonly DocumentUnit[];
  replacement(translations: readonly string[]): Replacement;
}

/**
 * @param start of the line that opens it
 * @param end of the line that closes it
 * @returns undefined where it is no YAML: it stays as it is
 */
export function frontMatterIn(source: string, start: number, end: number): FrontMatter | undefined {
  const from = source.indexOf('\n', start) + 1;
  const to = source.lastIndexOf('\n', end) + 1;
  const opened = from > start && to > from ? openedYaml(source.slice(from, to)) : undefined;
  if (opened === undefined) return undefined;
  return {
    units: opened.units,
    replacement: (translations) => ({ start: from, end: to, text: opened.write(translations) }),
  };
}

function openedYaml(text: string): OpenedYaml | undefined {
  try {
    return openYaml(text, (key) => key !== undefined && SHOWN.has(key));
  } catch {
    // Readers of the page see no more of it than they did.
    return undefined;
  }
}
