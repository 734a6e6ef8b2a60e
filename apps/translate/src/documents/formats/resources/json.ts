import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { FILE_ERRORS } from '../file-errors.js';
import type { DocumentFormat, OpenedDocument } from '../document-format.js';
import { decodeText } from '../text-files.js';
import { spliced, type Replacement } from '../xml/xml-tree.js';

/** Deeper ones are made to break those who read them. */
const DEEPEST = 500;
const DEPTH_MARK = /["[\]{}]|\\./g;

/** Texts of programs in JSON: values that are strings are translated; names, numbers and the way it is written stay. */
const JSON_STRINGS: DocumentFormat = {
  name: 'JSON',
  extensions: ['json'],
  mediaType: 'application/json',
  open: (bytes) => openJson(bytes, () => true),
};

/**
 * Application resource bundles of Flutter: what begins with `@` describes the text of that name.
 *
 * @see https://github.com/google/app-resource-bundle/wiki/ApplicationResourceBundleSpecification
 */
const RESOURCE_BUNDLE: DocumentFormat = {
  name: 'Application Resource Bundle',
  extensions: ['arb'],
  mediaType: 'application/json',
  open: (bytes) => openJson(bytes, (name) => !name.startsWith('@')),
};

export const JSON_FORMATS: readonly DocumentFormat[] = [JSON_STRINGS, RESOURCE_BUNDLE];

/** @param isWanted whether a member of the outermost object is translated */
function openJson(bytes: Uint8Array, isWanted: (name: string) => boolean): OpenedDocument {
  const { text, encode } = decodeText(bytes);
  checkDepth(text);
  const strings = [...stringsIn(parsed(text), isWanted)];
  return {
    units: strings.map(({ value }) => ({ kind: 'plain', text: String(value) })),
    write: (translations) => {
      const replacements = strings.flatMap(({ value, offset, length }, at): Replacement[] => {
        const translation = translations[at];
        if (translation === undefined || translation === value) return [];
        return [{ start: offset, end: offset + length, text: JSON.stringify(translation) }];
      });
      return encode(spliced(text, replacements));
    },
  };
}

function parsed(text: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [error] = errors;
  if (root !== undefined && error === undefined) return root;
  const reason = error === undefined ? 'ValueExpected' : printParseErrorCode(error.error);
  const line = text.slice(0, error?.offset ?? 0).split('\n').length;
  throw FILE_ERRORS.invalid({
    message: `Invalid file data: no JSON, line ${String(line)}: ${reason}.`,
  });
}

/** The parser calls itself for each level. */
function checkDepth(text: string): void {
  let depth = 0;
  let isString = false;
  for (const [mark] of text.matchAll(DEPTH_MARK)) {
    if (mark === '"') isString = !isString;
    else if (isString || mark.length > 1) continue;
    else if (mark === '{' || mark === '[') depth += 1;
    else depth -= 1;
    if (depth > DEEPEST) {
      throw FILE_ERRORS.invalid({
        message: `Invalid file data: more than ${String(DEEPEST)} levels.`,
      });
    }
  }
}

/** In the order of the source. */
function* stringsIn(root: Node, isWanted: (name: string) => boolean): Generator<Node> {
  for (const node of root.children ?? []) yield* stringsOf(node, isWanted);
  if (root.type === 'string') yield root;
}

function* stringsOf(node: Node, isWanted: (name: string) => boolean): Generator<Node> {
  if (node.type === 'property') {
    const [name, value] = node.children ?? [];
    if (value !== undefined && isWanted(String(name?.value))) yield* stringsIn(value, () => true);
  } else {
    yield* stringsIn(node, () => true);
  }
}
