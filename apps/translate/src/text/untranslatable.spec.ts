import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatsOf, type PlaceholderFormat } from './placeholder-formats.js';
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
    ['Look at $HOME/dog and ${DATA}/houses.', ['$HOME/dog', '${DATA}/houses']],
    [
      '@ada wrote about #ClimateChange in v2.1.0-beta.1 and 10.2.3',
      ['@ada', '#ClimateChange', 'v2.1.0-beta.1', '10.2.3'],
    ],
    ['Use --dry-run and MAX_QUERY_COST', ['--dry-run', 'MAX_QUERY_COST']],
    ['Call text.split() or split(), getUser(id).', ['text.split()', 'split()', 'getUser(id)']],
    ['Let $x=y house$, $$a^2$$ and \\(a + b\\) be.', ['$x=y house$', '$$a^2$$', '\\(a + b\\)']],
    ['Well done :smile: :+1: <:party:123>!', [':smile:', ':+1:', '<:party:123>']],
    ['<0>Read</0> [b]this[/b] on example.org.', ['<0>', '</0>', '[b]', '[/b]', 'example.org']],
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
    'the house(s), file(s) (and more)',
    'It costs $5 or $6, not 7$.',
    'At 12:30 he said: stop :',
    'Is it big?attractive',
  ])('is not in %j', (text) => {
    expect(foundIn(text)).toEqual([]);
  });

  it.each<[PlaceholderFormat, string, readonly string[]]>([
    ['icu', '{name} and {0} on {day, date, short}', ['{name}', '{0}', '{day, date, short}']],
    ['printf', '%d of %1$s, %-5.2f, %%', ['%d', '%1$s', '%-5.2f', '%%']],
    ['printf', '%v of %+q', ['%v', '%+q']],
    [
      'python',
      '%(count)d {} {0[key]} {n!r:>10} ${a}',
      ['%(count)d', '{}', '{0[key]}', '{n!r:>10}', '${a}'],
    ],
    [
      'i18next',
      '{{count}} __count__ $t(common.balance, {"a": 1})',
      ['{{count}}', '__count__', '$t(common.balance, {"a": 1})'],
    ],
    [
      'vue',
      "@:common.house @.lower:a.b @:(c.d) {n}. {'@'}",
      ['@:common.house', '@.lower:a.b', '@:(c.d)', '{n}', "{'@'}"],
    ],
    ['laravel', 'Hi :name. [1,19] :Count files', [':name', ':Count']],
    ['laravel', '{0} None|[1,19] Some|[20,*] Many', ['{0}', '[1,19]', '[20,*]']],
    [
      'dotnet',
      '{0:N2} {0.SimFirstName} {1.Number} {2,-10:C}',
      ['{0:N2}', '{0.SimFirstName}', '{1.Number}', '{2,-10:C}'],
    ],
    ['ruby', '%{name} %<total>.2f #{x}', ['%{name}', '%<total>.2f', '#{x}']],
    ['angular', 'Hi {{ user.name | date: "short" }}', ['{{ user.name | date: "short" }}']],
    [
      'twig',
      '%name% {# a remark #} {{ x|raw }}{% if y %}',
      ['%name%', '{# a remark #}', '{{ x|raw }}', '{% if y %}'],
    ],
    [
      'android',
      '%1$s @string/house ?attr/colorPrimary a\\nB\\u0020',
      ['%1$s', '@string/house', '?attr/colorPrimary', '\\n', '\\u0020'],
    ],
    [
      'apple',
      '%@ %1$@ %lld %#@files@ \\(user.name)',
      ['%@', '%1$@', '%lld', '%#@files@', '\\(user.name)'],
    ],
  ])('has the placeholders of %s: %j', (format, text, expected) => {
    const named = untranslatableIn(text, { formats: [format] });

    expect(named.map(({ start, end }) => text.slice(start, end))).toEqual(expected);
    expect(foundIn(text)).toEqual(expect.arrayContaining([...expected]));
    expect(named.every(({ formats }) => formats.includes(format))).toBe(true);
  });

  it('has no placeholders of other formats than the named ones', () => {
    const text = 'Hi {name}, %s of :who in house.txt';
    const found = (formats: readonly PlaceholderFormat[]) =>
      untranslatableIn(text, { formats }).map(({ start, end }) => text.slice(start, end));

    expect(found(['laravel'])).toEqual([':who', 'house.txt']);
    expect(found([])).toEqual(['house.txt']);
  });

  it('has what patterns of the caller find, whole, beside everything else', () => {
    const text = 'Order ACME-12 of {name} in ACME-x/house.txt';
    const patterns = ['ACME-\\d+', 'ACME-x', ''];

    expect(
      untranslatableIn(text, { patterns }).map(({ start, end }) => text.slice(start, end)),
    ).toEqual([...['ACME-12', '{name}', 'ACME-x/house.txt']]);
  });

  it('tells the fewest formats that have all that was found', () => {
    const formats = (text: string) =>
      formatsOf(untranslatableIn(text).map((range) => range.formats));

    expect(formats('{name} is {0:N2}')).toEqual(['python']);
    expect(formats('{name} is here')).toEqual(['icu']);
    expect(formats('%s and {{ x }}')).toEqual(['printf', 'i18next']);
    expect(formats('see https://example.org')).toEqual([]);
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
    '$',
    '$a ',
    ':',
    'a(',
    'a.b(',
    '__a',
    '\\(',
    '%a',
    '[1,',
    '@a/',
  ])(
    'is found in time proportional to the text, of %j without an end',
    (piece) => {
      // Quadratic matching of so much would take minutes.
      expect(untranslatableIn(piece.repeat(130_000)).length).toBeLessThanOrEqual(130_000);
    },
    20_000,
  );
});
