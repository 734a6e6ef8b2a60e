import { describe, expect, it } from '@jest/globals';
import { po } from 'gettext-parser';
import { capitals, inCapitals, translated, unitsOf } from '../../../test/documents/in-capitals.js';

describe('JSON', () => {
  const SOURCE =
    '{\n  "title": "The \\"house\\"",\n  "n": 3, "list": ["one", {"deep": "two"}], "e": ""\n}\n';

  it('translates values that are strings, and leaves names, numbers and its layout', () => {
    expect(inCapitals('a.json', SOURCE)).toBe(
      '{\n  "title": "THE \\"HOUSE\\"",\n  "n": 3, "list": ["ONE", {"deep": "TWO"}], "e": ""\n}\n',
    );
  });

  it('stays as it is where the texts do', () => {
    expect(translated('a.json', SOURCE, (text) => text).toString()).toBe(SOURCE);
  });

  it('is a single string, too', () => {
    expect(inCapitals('a.json', '"word"')).toBe('"WORD"');
  });

  it.each([
    ['{"a": "b",}', 'no JSON, line 1'],
    ['{"a": "b"}\n// c', 'no JSON, line 2'],
    ['', 'ValueExpected'],
    ['['.repeat(100_000), 'more than 500 levels'],
  ])('refuses %.12s', (source, reason) => {
    expect(() => unitsOf('a.json', source)).toThrow(reason);
  });

  it('of Flutter keeps what describes a text', () => {
    const source = '{"@@locale": "en", "hi": "Hello", "@hi": {"description": "a greeting"}}';

    expect(inCapitals('app_en.arb', source)).toBe(
      '{"@@locale": "en", "hi": "HELLO", "@hi": {"description": "a greeting"}}',
    );
  });
});

describe('gettext', () => {
  const SOURCE = `msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#: src/a.c:1
msgid "The house"
msgstr ""

#, fuzzy, c-format
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d old"
msgstr[1] ""

msgctxt "menu"
msgid "Open"
msgstr "Abrir"

#~ msgid "gone"
#~ msgstr "ido"
`;

  it('fills what has no translation, and what has only a fuzzy one', () => {
    expect(inCapitals('a.po', SOURCE)).toBe(`msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#: src/a.c:1
msgid "The house"
msgstr "THE HOUSE"

#, c-format
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%D FILE"
msgstr[1] "%D FILES"

msgctxt "menu"
msgid "Open"
msgstr "Abrir"

#~ msgid "gone"
#~ msgstr "ido"
`);
  });

  it('uses the plural for all numbers where a language has one form', () => {
    const source = SOURCE.replace('nplurals=2', 'nplurals=1').replace('msgstr[1] ""\n', '');

    expect(unitsOf('a.po', source).map(({ text }) => text)).toEqual(['The house', '%d files']);
  });

  it('has messages and contexts that are called as what every object has', () => {
    const source = `msgctxt "__proto__"
msgid "house"
msgstr ""

msgid "__proto__"
msgstr ""

msgid "constructor"
msgstr ""

msgid ""
"to"
"String"
msgstr ""
`;

    const written = inCapitals('a.po', source);

    for (const words of ['HOUSE', '__PROTO__', 'CONSTRUCTOR', 'TOSTRING']) {
      expect(written).toContain(`msgstr "${words}"`);
    }
    expect(written).toContain('msgctxt "__proto__"\nmsgid "house"');
  });

  it('refuses a message that is there twice, under its own name', () => {
    const twice = 'msgid "house"\nmsgstr ""\n\n'.repeat(2);

    expect(() => unitsOf('a.po', twice)).toThrow(/entry "house" in "" context has already been/);
  });

  it('is written in its own encoding', () => {
    const source = SOURCE.replace('utf-8', 'iso-8859-1').replace('Abrir', 'Abrir \u00f3');
    const written = translated('a.po', Buffer.from(source, 'latin1'), capitals);

    expect(po.parse(written).translations['menu']?.['Open']?.msgstr).toEqual(['Abrir \u00f3']);
    expect(written.includes(0xf3)).toBe(true);
  });

  it('keeps the order of messages, obsolete ones, comments and the lines of what it does not fill', () => {
    const source = `# a comment

msgctxt "menu"
msgid "Open"
msgstr ""

#~ msgid "gone"
#~ msgstr "ido"

#. for translators
#: a.c:1 b.c:2
#| msgid "old"
#, fuzzy
msgid ""
"One "
"line"
msgstr "una "
"cosa"

msgid "Close"
msgstr ""
"Cer"
"rar"
`;

    expect(inCapitals('a.po', source)).toBe(
      source
        .replace('msgid "Open"\nmsgstr ""', 'msgid "Open"\nmsgstr "OPEN"')
        .replace('#| msgid "old"\n#, fuzzy\n', '')
        .replace('msgstr "una "\n"cosa"', 'msgstr "ONE LINE"'),
    );
  });

  it('writes a text of several lines as such, and the language into a template', () => {
    const source = `msgid ""\nmsgstr ""\n"Language: \\n"\n\nmsgid "a\\nb"\nmsgstr ""\n`;

    const written = translated('a.pot', source, capitals, { language: 'pt-BR' }).toString();

    expect(written).toContain('"Language: pt_BR\\n"');
    expect(written).toContain('msgstr ""\n"A\\n"\n"B"\n');
  });

  it.each([
    ['ja', 'nplurals=1; plural=0;', ['msgstr[0] "%D FILES"']],
    ['es', 'nplurals=2; plural=(n != 1);', ['msgstr[0] "ONE FILE"', 'msgstr[1] "%D FILES"']],
    [
      'pl',
      'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);',
      ['msgstr[0] "ONE FILE"', 'msgstr[1] "%D FILES"', 'msgstr[2] "%D FILES"'],
    ],
  ])('writes encoding and plural forms of %s into a template', (language, plurals, forms) => {
    const source = `msgid ""
msgstr ""
"Content-Type: text/plain; charset=CHARSET\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"

msgid "one file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""

msgid "end"
msgstr ""
`;

    const written = translated('a.pot', source, capitals, { language }).toString();

    expect(written).toBe(`msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: ${plurals}\\n"

msgid "one file"
msgid_plural "%d files"
${forms.join('\n')}

msgid "end"
msgstr "END"
`);
  });

  it('refuses other files', () => {
    expect(() => unitsOf('a.po', 'msgid "a\nmsgstr')).toThrow('no gettext file');
  });
});

describe('strings of Apple', () => {
  const SOURCE =
    '/* The title; "x" = "y"; */\n"title" = "The \\"house\\"\\nis \\U00e9";\n// more\nplain.key = "Words";\n';

  it('translates values, and leaves names and comments', () => {
    expect(inCapitals('Localizable.strings', SOURCE)).toBe(
      '/* The title; "x" = "y"; */\n"title" = "THE \\"HOUSE\\"\\nIS É";\n// more\nplain.key = "WORDS";\n',
    );
  });

  it('stays as it is where the texts do, in UTF-16 too', () => {
    const source = Buffer.from(`\ufeff${SOURCE}`, 'utf16le');

    expect(translated('a.strings', source, (text) => text).equals(source)).toBe(true);
  });

  it.each(['"a" = "b"', '"a" "b";', 'words', '"a" = "b"; }', '/* open'])('refuses %s', (source) => {
    expect(() => unitsOf('a.strings', `"k" = "v";\n${source}`)).toThrow('no strings file, line 2');
  });

  it('refuses a megabyte of one word at once', () => {
    expect(() => unitsOf('a.strings', 'a'.repeat(1_000_000))).toThrow('no strings file, line 1');
  });
});

describe('resources of Android', () => {
  const SOURCE = `<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
  <!-- kept -->
  <string name="app" translatable="false">Kept</string>
  <string name="hi">It\\'s <b>big</b>, <xliff:g id="n">%1$s</xliff:g></string>
  <string-array name="days"><item>Monday</item></string-array>
  <plurals name="files"><item quantity="one">file</item></plurals>
  <color name="red">#f00</color>
</resources>
`;

  it('translates strings and items with their markup', () => {
    expect(inCapitals('strings.xml', SOURCE)).toBe(
      SOURCE.replace(`It\\'s <b>big</b>,`, `IT\\&apos;S <b>BIG</b>,`)
        .replace('Monday', 'MONDAY')
        .replace('>file<', '>FILE<'),
    );
  });

  it('stays as it is where the texts do', () => {
    expect(translated('strings.xml', SOURCE, (text) => text).toString()).toBe(SOURCE);
  });

  it('are the only XML: other files are refused', () => {
    expect(() => unitsOf('a.xml', '<html/>')).toThrow('Android resources are translated');
  });

  it('keeps references to other resources, and quotes around a value', () => {
    const source = `<resources>
  <string name="a">@string/house</string>
  <string name="b">?attr/label</string>
  <string name="c">"  The   house "</string>
  <string name="d">&quot;Two &lt;b&gt; words&quot;</string>
  <string name="e">\\"Big\\" house</string>
  <string name="f">@home with us</string>
</resources>`;

    expect(inCapitals('strings.xml', source)).toBe(
      source
        .replace('  The   house ', '  THE   HOUSE ')
        .replace('Two &lt;b&gt; words', 'TWO &lt;B&gt; WORDS')
        .replace('\\"Big\\" house', '\\&quot;BIG\\&quot; HOUSE')
        .replace('@home with us', '\\@HOME WITH US'),
    );
  });
});
