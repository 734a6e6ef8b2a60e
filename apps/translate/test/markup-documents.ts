import fc from 'fast-check';

const word = fc.constantFrom(
  'the',
  'house',
  'red',
  'Ärger',
  '42',
  '&amp;',
  '&copy;',
  'x&nbsp;y',
  '&foo;',
  '—',
  'x.',
  'a\nb',
  '日本',
  'blorx',
);
const space = fc.constantFrom('', ' ', ' ', '  ', '\n', '\t');
const name = fc.constantFrom('a', 'b', 'keep', 'x:y', 'par', 'br2', 'p', 'div', 'Code');
const single = fc.oneof(
  name.map((tag) => `<${tag} n="1"/>`),
  fc.constantFrom('<!-- c -->', '<?pi x?>', '<![CDATA[ <b> ]]>'),
);

/** Random well-formed fragments of XML, most of which are HTML as well. */
export const markupDocuments: fc.Arbitrary<string> = fc.letrec<{
  content: string;
  element: string;
}>((tie) => ({
  content: fc
    .array(fc.oneof({ depthSize: 'small' }, word, space, single, tie('element')), { maxLength: 6 })
    .map((parts) => parts.join('')),
  element: fc.tuple(name, tie('content')).map(([tag, inside]) => `<${tag}>${inside}</${tag}>`),
})).content;

/** How a document may be read. */
export const readings = fc.record({
  kind: fc.constantFrom('xml' as const, 'html' as const),
  detectsOutline: fc.boolean(),
  splittingTags: fc.subarray(['par', 'b']),
  nonSplittingTags: fc.subarray(['a', 'p']),
  ignoreTags: fc.subarray(['keep', 'Code']),
});

/** Tags, comments and the like, as they are written. */
export const tagsOf = (text: string): readonly string[] =>
  text.match(/<!\[CDATA\[[^]*?\]\]>|<!--[^]*?-->|<[^>]+>/g) ?? [];

/** References that XML does not know, as they are written. */
export const unknownReferencesOf = (text: string): readonly string[] =>
  text.match(/&(?:copy|nbsp|foo);/g) ?? [];
