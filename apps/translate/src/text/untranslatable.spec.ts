import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { untranslatableIn } from './untranslatable.js';

const SIGNS = Array.from('{}$%<>`@#/\\:.&"\'()[]- \n');

const foundIn = (text: string) =>
  untranslatableIn(text).map(({ start, end }) => text.slice(start, end));

describe('what stays as it is', () => {
  it.each([
    ['Hello {name}!', ['{name}']],
    [
      '{0} of {1:N2}, {user.name} {count, number} {}',
      ['{0}', '{1:N2}', '{user.name}', '{count, number}', '{}'],
    ],
    ['Pay ${amount} or #{amount} or %{amount}', ['${amount}', '#{amount}', '%{amount}']],
    ['Dear $name, $user.first', ['$name', '$user.first']],
    ['%d files, %s, %1$s, %-5.2f, %@, %ld, %%', ['%d', '%s', '%1$s', '%-5.2f', '%@', '%ld', '%%']],
    ['%(count)d files for %<name>s', ['%(count)d', '%<name>s']],
    [
      'Hi {{ user.name }}, {% if x %}you{% endif %} <%= name %>',
      ['{{ user.name }}', '{% if x %}', '{% endif %}', '<%= name %>'],
    ],
    ['Run `npm install` or ``a ` b``.', ['`npm install`', '``a ` b``']],
    ['<div class="a">Text</div><br/>', ['<div class="a">', '</div>', '<br/>']],
    ['<my-tag on>x</my-tag> &nbsp;&#39;', ['<my-tag on>', '</my-tag>', '&nbsp;', '&#39;']],
    [
      'See https://example.org/a(b)?c=d#e. Then (www.example.org).',
      ['https://example.org/a(b)?c=d#e', 'www.example.org'],
    ],
    ['Write to ada.b+c@example.co.uk!', ['ada.b+c@example.co.uk']],
    [
      'Open /home/user/file.txt, ~/.bashrc or C:\\Users\\Ada\\a.txt.',
      ['/home/user/file.txt', '~/.bashrc', 'C:\\Users\\Ada\\a.txt'],
    ],
    ['Edit package.json and src/main.ts.', ['package.json', 'src/main.ts']],
    [
      '@ada wrote about #ClimateChange in v2.1.0-beta.1 and 10.2.3',
      ['@ada', '#ClimateChange', 'v2.1.0-beta.1', '10.2.3'],
    ],
    ['Use --dry-run and MAX_QUERY_COST', ['--dry-run', 'MAX_QUERY_COST']],
  ])('in %j', (text, expected) => {
    expect(foundIn(text)).toEqual(expected);
  });

  it.each([
    'The house is big.',
    '100% sure, 50 % of it, 20% discount',
    'It costs $100.00, or $5.',
    'He and/or she drove 120 km/h on 1/2 of the road.',
    'a < b and c > d',
    'if x<y and z>w then stop',
    'Version 2.0 is out. No. 5 is not.',
    '{this is a remark} of mine',
    'Question #1: who is it?',
    'Well - he said -- nothing.',
    'e.g. this, i.e. that',
  ])('is not in %j', (text) => {
    expect(foundIn(text)).toEqual([]);
  });

  it('lies in order and apart, in any text', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.constantFrom(...SIGNS, 'a', 'http://', 'www.', '{{', '}}', '%('),
        fc.string({ maxLength: 5 }),
      ),
      { maxLength: 40 },
    );

    fc.assert(
      fc.property(pieces, (list) => {
        const text = list.join('');
        let end = 0;
        for (const range of untranslatableIn(text)) {
          expect(range.start).toBeGreaterThanOrEqual(end);
          expect(range.end).toBeGreaterThan(range.start);
          ({ end } = range);
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it.each([
    '`',
    '{',
    '{{',
    '<a ',
    '<a b=',
    '%(',
    '/a',
    'a/',
    'a.',
    'a_',
    '@a',
    'http://',
    '<!--',
    'a@',
    '.',
    '-',
  ])(
    'is found in time proportional to the text, of %j without an end',
    (piece) => {
      // Quadratic matching of so much would take minutes.
      expect(untranslatableIn(piece.repeat(130_000)).length).toBeLessThanOrEqual(130_000);
    },
    20_000,
  );
});
