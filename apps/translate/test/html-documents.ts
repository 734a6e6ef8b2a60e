import fc from 'fast-check';
import {
  Token,
  Tokenizer,
  TokenizerMode,
  defaultTreeAdapter,
  parseFragment,
  type DefaultTreeAdapterTypes,
} from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

const word = fc.constantFrom(
  'the',
  'house',
  'red',
  'x < y',
  '&amp;',
  '&copy;',
  '&foo;',
  'R&D',
  'a\nb',
);
const space = fc.constantFrom('', ' ', ' ', '  ', '\n');

/** Void, unclosed, crossing and upper-case tags, those without a partner, and what is no text. */
const tag = fc.constantFrom(
  '<br>',
  '<BR/>',
  '<img src="a.png" alt="a > b">',
  '<hr>',
  '<b>',
  '</b>',
  '<B>',
  '</B>',
  '<i class=x>',
  '</i>',
  "<span title='\"'>",
  '</span >',
  '<p>',
  '</P>',
  '<div id="d">',
  '</div>',
  '<ul><li>',
  '<li>',
  '</ul>',
  '<!-- a <b> -- c -->',
  '<script>if (a < b) "<b>the house</b>";</script>',
  '<STYLE>p > b { color: red }</STYLE>',
);

/** Random HTML as people write it: little of it is well formed. */
export const htmlDocuments: fc.Arbitrary<string> = fc
  .array(fc.oneof(word, space, tag), { maxLength: 16 })
  .map((parts) => parts.join(''));

/** What a parser of HTML finds in a text besides its characters, and the characters of scripts and styles. */
export function htmlTokensOf(text: string): readonly string[] {
  const found: string[] = [];
  let isRaw = false;
  const characters = ({ chars }: Token.CharacterToken) => {
    if (isRaw) found.push(chars);
  };
  const tokenizer = new Tokenizer(
    {},
    {
      onComment: ({ data }) => found.push(`<!--${data}-->`),
      onDoctype: ({ name }) => found.push(`<!${name ?? ''}>`),
      onStartTag: ({ tagName, attrs }) => {
        found.push(`<${tagName} ${JSON.stringify(attrs)}>`);
        isRaw = tagName === 'script' || tagName === 'style';
        if (isRaw) tokenizer.state = modeOf(tagName);
      },
      onEndTag: ({ tagName }) => {
        found.push(`</${tagName}>`);
        isRaw = false;
      },
      onEof: () => undefined,
      onCharacter: characters,
      onNullCharacter: characters,
      onWhitespaceCharacter: characters,
    },
  );
  tokenizer.write(text, true);
  return found;
}

const modeOf = (tagName: string) =>
  tagName === 'script' ? TokenizerMode.SCRIPT_DATA : TokenizerMode.RAWTEXT;

const BLOCKS: ReadonlySet<string> = new Set(['p', 'div', 'ul', 'li', 'hr', 'script', 'style']);

/** The blocks of a text as a browser nests them, without what is in their sentences. */
export const blocksOf = (text: string): string => outline(parseFragment(text));

function outline(node: Node): string {
  if (!('childNodes' in node)) return '';
  const inside = node.childNodes.map(outline).join('');
  const name = defaultTreeAdapter.isElementNode(node) ? node.tagName : '';
  return BLOCKS.has(name) ? `<${name}>${inside}</${name}>` : inside;
}
