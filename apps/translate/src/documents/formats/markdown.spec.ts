import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { capitals, inCapitals, translated, unitsOf } from '../../../test/documents/in-capitals.js';

const SOURCE = `---
title: The house
---
# The *big* house

A **bold** word, \`code\`, [a link](https://example.com/a_b "t") and
a second line.

- one item
  1. an inner item
- [ ] a task

> Quoted words\\
> on two lines

| Name | Words |
| ---- | ----: |
| a    | b \\| c |

\`\`\`sh
npm install # not translated
\`\`\`

<div class="kept">kept</div>

See <https://example.com>, ![alt](x.png) and a note[^1].

[^1]: The note.
`;

describe('Markdown', () => {
  it('translates headings, paragraphs, items, quotations, cells and notes, and leaves the rest', () => {
    expect(inCapitals('a.md', SOURCE)).toBe(`---
title: THE HOUSE
---
# THE *BIG* HOUSE

A **BOLD** WORD, \`code\`, [A LINK](https://example.com/a_b "T") AND
A SECOND LINE.

- ONE ITEM
  1. AN INNER ITEM
- [ ] A TASK

> QUOTED WORDS\\
> ON TWO LINES

| NAME | WORDS |
| ---- | ----: |
| A    | B \\| C |

\`\`\`sh
npm install # not translated
\`\`\`

<div class="kept">kept</div>

SEE <https://example.com>, ![alt](x.png) AND A NOTE[^1].

[^1]: THE NOTE.
`);
  });

  it.each([
    ['[a *b*](u "The title") c\n', '[A *B*](u "THE TITLE") C\n'],
    ["![alt](x.png 'a (b)')\n", "![alt](x.png 'A (B)')\n"],
    ['[a]: u (the \\(title\\))\n\n[a] b\n', '[a]: u (THE \\(TITLE\\))\n\n[A][a] B\n'],
    ['[![alt](x.png "in")](u "out")\n', '[![alt](x.png "IN")](u "OUT")\n'],
    ['| [a](u "b\\|c") |\n| - |\n', '| [A](u "B\\|C") |\n| - |\n'],
    ['[a](u "over\nlines") b\n', '[A](u "over\nlines") B\n'],
    ['[a](u "12")\n', '[A](u "12")\n'],
  ])('translates titles of links, pictures and definitions: %s', (source, written) => {
    expect(inCapitals('a.md', source)).toBe(written);
    expect(translated('a.md', source, (text) => text).toString()).toBe(source);
  });

  it.each([
    ['[house]', '[HOUSE][house]'],
    ['[the *house*][]', '[THE *HOUSE*][the *house*]'],
    ['[big][house]', '[BIG][house]'],
  ])('a link by its words leads where it led: %s', (link, written) => {
    const source = `See ${link} here.\n\n[house]: u\n[the *house*]: v\n`;

    expect(inCapitals('a.md', source)).toContain(`SEE ${written} HERE.`);
  });

  it('writes titles so that they are read as the same words, and alone where the words stay', () => {
    const written = translated('a.md', '[a b](u "title")\n', (text) =>
      text === 'title' ? 'a "b" \\ &amp;lt; \n c' : text,
    ).toString();

    expect(written).toBe('[a b](u "a \\"b\\" \\\\ &amp;lt; c")\n');
    expect(fromMarkdown(written).children[0]).toMatchObject({
      children: [{ title: 'a "b" \\ &lt; c' }],
    });
  });

  it('stays as it is, byte for byte, where the texts do', () => {
    expect(translated('a.md', SOURCE, (text) => text).toString()).toBe(SOURCE);
  });

  it('has as many lines as before, each beginning as before', () => {
    const source = '> One two three\n> four five six\n> seven.\n\n- a b\n  c d\n';

    expect(inCapitals('a.md', source)).toBe(
      '> ONE TWO THREE\n> FOUR FIVE SIX\n> SEVEN.\n\n- A B\n  C D\n',
    );
  });

  it('ends no line before what would be no words there', () => {
    const written = translated('a.md', 'one two\nthree four\n', () => 'uno - 1. # + cuatro');

    expect(wordsOf(written.toString().replace('\n', ' '))).toBe('uno - 1. # + cuatro');
    expect(fromMarkdown(written.toString()).children.map(({ type }) => type)).toEqual([
      'paragraph',
    ]);
  });

  it('carries marks with the words that they belong to', () => {
    const moved = translated('a.md', 'The *red* house\n', () => 'La casa <g id="1"> roja </g>');

    expect(moved.toString()).toBe('La casa  *roja*\n');
  });

  it.each([
    '- no list',
    '# no heading',
    '1. no item',
    '> no quotation',
    'a * b * c',
    '[no](link)',
    '`no code`',
    '<b>',
    '&amp;',
  ])('writes %s as words', (words) => {
    const escapedXml = words
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;');

    const written = translated('a.md', 'Words\n', () => escapedXml).toString();

    expect(wordsOf(written)).toBe(words);
  });

  it('writes any words so that they are read as the same words', () => {
    const word = fc.stringMatching(/^[a-zé#*_`<>&;~|.)(1!-]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        const text = words.join(' ');
        const written = translated('a.md', 'Words\n', () =>
          text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
        );

        expect(wordsOf(written.toString())).toBe(text);
      }),
    );
  });

  it('keeps signs that its units cannot hold, and drops those of an engine', () => {
    expect(translated('a.md', 'one\f two\x01 **b**\n', capitals).toString()).toBe(
      'ONE\f TWO\x01 **B**\n',
    );
    expect(translated('a.md', 'one\n', () => 'ONE\x02').toString()).toBe('ONE\n');
  });

  it('refuses what is nested to break its reader', () => {
    expect(() => unitsOf('a.md', '> '.repeat(10_000))).toThrow('more than 100 levels');
    const list = Array.from({ length: 110 }, (_, level) => `${'  '.repeat(level)}- word`);
    expect(() => unitsOf('a.md', list.join('\n'))).toThrow('more than 100 levels');
    const pictures = '![a'.repeat(3000) + '](b "The dog")'.repeat(3000);
    expect(() => unitsOf('a.md', pictures)).toThrow('more than 100 levels');
    expect(unitsOf('a.md', '[31m One [x] two. '.repeat(500))).toHaveLength(1);
  });
});

describe('very many marks in a paragraph of Markdown', () => {
  it.each([
    ['emphasis that nothing begins', '*a_ '.repeat(12_000)],
    ['marks behind marks', `a${'*_'.repeat(12_000)}`],
    ['over lines', '*a_\n'.repeat(12_000)],
    ['links', '[a](b "c") '.repeat(12_000)],
    ['a row below what is no table', `a | b\n|-|\n${'*a_\n'.repeat(12_000)}`],
    ['a row of a table within a paragraph', `word\na\n-\n${'*a_\n'.repeat(12_000)}`],
    ['in a cell', `| a |\n| - |\n| ${'*a_ '.repeat(12_000)} |\n`],
    ['what is no item', `word\n${'     - *a_\n'.repeat(12_000)}`],
  ])('are refused before they are read: %s', (_what, source) => {
    expect(() => unitsOf('a.md', source)).toThrow('more than 2000 marks in one paragraph');
  });

  it.each([
    ['a list', '- **name** and more\n'.repeat(2100), 2100],
    ['a table', `| a | b |\n| - | - |\n${'| **a** | **b** |\n'.repeat(1001)}`, 2004],
    ['code', `word\n\n\`\`\`\n${'f(*a)_; '.repeat(5000)}\n\`\`\`\n`, 1],
    ['names', 'snake_case_name '.repeat(1100), 1],
    ['paragraphs', '**word** and *word*\n\n'.repeat(1001), 1001],
  ])('are no harm apart: %s', (_what, source, count) => {
    expect(unitsOf('a.md', source)).toHaveLength(count);
  });
});

/** The text of a single paragraph. */
function wordsOf(markdown: string): string {
  const [paragraph, ...others] = fromMarkdown(markdown).children;
  expect(others).toEqual([]);
  expect(paragraph?.type).toBe('paragraph');
  const [text, ...more] = paragraph?.type === 'paragraph' ? paragraph.children : [];
  expect(more).toEqual([]);
  return text?.type === 'text' ? text.value : `no text: ${String(text?.type)}`;
}

describe('front matter', () => {
  it('has its title and description translated, all else stays', () => {
    const source = `---
title: "The house"
date: 2026-01-01
slug: the-house
tags: [Big house, Old]
description: >
  A house
  and a dog
layout: page
seo:
  title: Kept
---

# The house
`;

    expect(inCapitals('a.md', source)).toBe(
      source
        .replace('"The house"', '"THE HOUSE"')
        .replace('A house\n  and a dog', 'A HOUSE AND A DOG')
        .replace('# The house', '# THE HOUSE'),
    );
  });

  it.each([
    ['is no YAML', '---\ntitle: [The\n---\n'],
    ['is TOML', '+++\ntitle = "The house"\n+++\n'],
    ['is empty', '---\n---\n'],
  ])('stays as it is where it %s', (_what, head) => {
    expect(inCapitals('a.md', `${head}\nThe house\n`)).toBe(`${head}\nTHE HOUSE\n`);
  });
});
