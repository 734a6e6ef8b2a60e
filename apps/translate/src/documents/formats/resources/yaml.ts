import {
  Composer,
  CST,
  isCollection,
  isMap,
  isPair,
  isScalar,
  Parser,
  visit,
  type Document,
  type Pair,
  type Scalar,
} from 'yaml';
import type { DocumentFormat, OpenedDocument } from '../document-format.js';
import { FILE_ERRORS } from '../file-errors.js';
import { decodeText } from '../text-files.js';

/** What a reader of YAML 1.1 takes for something else than a text, where it stands without quotes. */
const NO_TEXT =
  /^(?:y|n|yes|no|on|off|true|false|null|~|[-+.]?\d[\d_,.:eExXa-f+-]*|[-+]?\.(?:inf|nan))?$/i;

type ScalarType = NonNullable<Scalar['type']>;

/** A text of a file; `token` is where it is written. */
interface YamlText {
  readonly text: string;
  readonly token: CST.Token;
  readonly place: Place;
}

/** What decides how a text may be written. */
interface Place {
  readonly type: ScalarType | undefined;
  readonly afterKey?: boolean;
  readonly inFlow?: boolean;
}

/** The tokens of a file and the documents that they make. */
interface ParsedYaml {
  readonly tokens: readonly CST.Token[];
  readonly documents: readonly Document.Parsed[];
}

/**
 * Texts of programs in YAML: values that are texts; keys, numbers, remarks, quotes and layout stay. A file whose only key
 * is the code of its language, as Rails has them, says the new language.
 *
 * @see YAML 1.2.2; Ruby on Rails, "Internationalization API", section 2
 */
export const YAML: DocumentFormat = {
  name: 'YAML',
  extensions: ['yaml', 'yml'],
  mediaType: 'application/yaml',
  open(bytes) {
    const { text, encode } = decodeText(bytes);
    const yaml = openYaml(text);
    return {
      units: yaml.units,
      write: (translations, options) => encode(yaml.write(translations, options?.language)),
    };
  },
};

export interface OpenedYaml {
  readonly units: OpenedDocument['units'];
  write(translations: readonly string[], language?: string): string;
}

/**
 * @param isWanted whether a text is translated that stands below this key of a document
 * @throws {Problem} `document_invalid`, with the line
 */
export function openYaml(
  source: string,
  isWanted: (key: string | undefined) => boolean = () => true,
): OpenedYaml {
  return {
    units: textsOf(parsed(source), isWanted).map(({ text }) => ({ kind: 'plain', text })),
    write(translations, language) {
      // Tokens are changed as they are written: each time others.
      const yaml = parsed(source);
      textsOf(yaml, isWanted).forEach(({ text, token, place }, at) => {
        const translation = translations[at] ?? text;
        if (translation !== text) put(token, translation, place);
      });
      const key = languageKeyOf(yaml);
      if (language !== undefined && key !== undefined) put(key, language, { type: 'PLAIN' });
      return yaml.tokens.map((token) => CST.stringify(token)).join('');
    },
  };
}

const textsOf = (
  { documents }: ParsedYaml,
  isWanted: (key: string | undefined) => boolean,
): readonly YamlText[] => documents.flatMap((document) => textsIn(document, isWanted));

/** Keys that are there twice are both translated: to look for them takes time by the square of their number. */
const READING = { keepSourceTokens: true, uniqueKeys: false } as const;

function parsed(source: string): ParsedYaml {
  try {
    const tokens = [...new Parser().parse(source)];
    const documents = [...new Composer(READING).compose(tokens)];
    const [error] = documents.flatMap(({ errors }) => errors);
    if (error !== undefined) throw error;
    return { tokens, documents };
  } catch (error) {
    if (error instanceof RangeError) {
      throw FILE_ERRORS.invalid({ message: 'Invalid file data: too many levels.' });
    }
    const { message, pos = [0] } = error as Error & { readonly pos?: readonly number[] };
    const line = source.slice(0, pos[0]).split('\n').length;
    throw FILE_ERRORS.invalid({
      message: `Invalid file data: no YAML, line ${String(line)}: ${message.split('\n', 1)[0] ?? ''}`,
    });
  }
}

/** In the order of the source. What has a tag is for its program; an alias is translated where it points to. */
function textsIn(
  document: Document.Parsed,
  isWanted: (key: string | undefined) => boolean,
): readonly YamlText[] {
  const found: YamlText[] = [];
  visit(document, {
    Scalar(key, node, path) {
      if (key === 'key' || !isText(node) || !isWanted(nameOf(path.find(isPair)))) return;
      const { value, srcToken: token, type } = node;
      const inFlow = path.some((each) => isCollection(each) && each.flow === true);
      const place = { type: type ?? undefined, afterKey: key === 'value', inFlow };
      found.push({ text: value, token, place });
    },
  });
  return found;
}

const nameOf = (pair: Pair | undefined): string | undefined =>
  pair !== undefined && isScalar(pair.key) ? String(pair.key.value) : undefined;

type Text = Scalar<string> & { readonly srcToken: CST.Token };

function isText(node: Scalar): node is Text {
  const { value, tag, type, srcToken } = node;
  if (typeof value !== 'string' || tag !== undefined || srcToken === undefined) return false;
  return /\p{L}/u.test(value) && !(type === 'PLAIN' && NO_TEXT.test(value));
}

/** As it was quoted; in quotes where it would be something else without. Line ends within double quotes are written `\n`. */
function put(token: CST.Token, text: string, { type = 'QUOTE_DOUBLE', ...place }: Place): void {
  const isRead = type === 'PLAIN' && NO_TEXT.test(text);
  const written = isRead ? 'QUOTE_DOUBLE' : type;
  const implicitKey = written === 'QUOTE_DOUBLE';
  CST.setScalarValue(token, text, { ...place, type: written, implicitKey });
}

const LANGUAGE_CODE = /^[a-z]{2}(?:[-_][A-Za-z]{2,4})?$/;
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Where the language of a whole file stands. */
function languageKeyOf({ documents: [first, ...others] }: ParsedYaml): CST.Token | undefined {
  const contents = first?.contents;
  if (others.length > 0 || !isMap(contents) || contents.items.length !== 1) return undefined;
  const [pair] = contents.items;
  if (!isScalar(pair?.key) || !isMap(pair.value)) return undefined;
  const code = String(pair.key.value);
  const isCode = LANGUAGE_CODE.test(code) && languages.of(code.slice(0, 2)) !== undefined;
  return isCode ? pair.key.srcToken : undefined;
}
