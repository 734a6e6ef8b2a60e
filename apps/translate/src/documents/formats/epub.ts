import { characterEntities } from 'character-entities';
import type { DocumentFormat } from './document-format.js';
import { mixedUnit } from './xml/mixed-units.js';
import { openPackage, type PackageKind } from './packages/package-document.js';
import { tagWith } from './xml/attributes.js';
import type { ParagraphFinder } from './xml/xml-part.js';
import { elementsIn, type Replacement, type XmlElement } from './xml/xml-tree.js';

/** Elements within a line of words. @see HTML Living Standard, section 4.5, "Text-level semantics" */
const AROUND: ReadonlySet<string> = new Set([
  ...['a', 'abbr', 'b', 'bdi', 'bdo', 'big', 'cite', 'dfn', 'em', 'font', 'i', 'ins', 'mark', 'q'],
  ...['s', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'tt', 'u', 'del'],
]);
/** Without words of their own. */
const SILENT: ReadonlySet<string> = new Set([
  ...['code', 'kbd', 'math', 'pre', 'samp', 'script', 'style', 'svg', 'template', 'var'],
]);

/** Every block with words; blocks in it are found by themselves. */
const findInPage: ParagraphFinder = (element) => {
  const name = element.name.replace(/^.*:/, '');
  if (SILENT.has(name)) return 'silent';
  if (AROUND.has(name)) return undefined;
  const unit = mixedUnit(element.children, AROUND);
  return { unit, start: element.innerStart, end: element.innerEnd };
};

/** Labels of the table of contents that older readers show, and the title of the book. */
const findLabel =
  (wanted: ReadonlySet<string>): ParagraphFinder =>
  (element) =>
    wanted.has(element.name)
      ? {
          unit: mixedUnit(element.children, new Set()),
          start: element.innerStart,
          end: element.innerEnd,
        }
      : undefined;

const findInContents = findLabel(new Set(['text', 'ncx:text']));
const findInPackage = findLabel(new Set(['dc:title', 'dc:description', 'dc:subject']));

/** Where the means against copying that are in use keep their rights: Adobe's, Readium LCP, Apple's. */
const PROTECTION = ['META-INF/rights.xml', 'META-INF/license.lcpl', 'META-INF/sinf.xml'];

const KIND: PackageKind = {
  name: 'EPUB',
  mustHave: 'META-INF/container.xml',
  mustNotHave: PROTECTION,
  entities: characterEntities,
  texts: () => ({
    finderOf: (path) => {
      if (/\.x?html?$/i.test(path)) return findInPage;
      if (/\.ncx$/i.test(path)) return findInContents;
      return /\.opf$/i.test(path) ? findInPackage : undefined;
    },
    languageMarks: (path, { tree }, source, language) =>
      /\.opf$/i.test(path) ? bookMarks(tree, language) : pageMarks(tree, source, language),
  }),
};

const LANGUAGES = ['lang', 'xml:lang'] as const;
const WHOLE_PAGES: ReadonlySet<string> = new Set(['html', 'body', 'ncx', 'ncx:ncx']);

/** What says the language of a whole page, where it says one. */
function pageMarks(root: XmlElement, source: string, language: string): readonly Replacement[] {
  const body = root.children.filter((node): node is XmlElement => node.kind === 'element');
  return [root, ...body].flatMap((element) => {
    const told = LANGUAGES.filter((name) => element.attributes[name] !== undefined);
    if (!WHOLE_PAGES.has(element.name) || told.length === 0) return [];
    const { start, innerStart } = element;
    const tag = told.reduce(
      (written, name) => tagWith(written, name, language),
      source.slice(start, innerStart),
    );
    return [{ start, end: innerStart, text: tag }];
  });
}

/** The first language of a book is that of its text; others are those of what it quotes. */
function bookMarks(root: XmlElement, language: string): readonly Replacement[] {
  const told = [...elementsIn(root)].find(({ name }) => name === 'dc:language');
  if (told === undefined || told.innerStart === told.end) return [];
  return [{ start: told.innerStart, end: told.innerEnd, text: language }];
}

/** @see EPUB 3.3, W3C Recommendation 2023; EPUB 2.0.1, IDPF 2010 */
export const EPUB: DocumentFormat = {
  name: 'EPUB',
  extensions: ['epub'],
  mediaType: 'application/epub+zip',
  isUnpacked: true,
  open: (bytes, options) => openPackage(bytes, KIND, options),
};
