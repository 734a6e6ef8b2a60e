import { describe, expect, it } from '@jest/globals';
import {
  capitals,
  inCapitals,
  opened,
  translated,
  unitsOf,
} from '../../../../test/documents/in-capitals.js';

const xliff1 = (units: string, file = ''): string =>
  `<?xml version="1.0"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en"${file}><body>${units}</body></file></xliff>`;
const xliff2 = (file: string, attributes = ''): string =>
  `<xliff version="2.1" srcLang="en" xmlns="urn:oasis:names:tc:xliff:document:2.0"${attributes}>${file}</xliff>`;

const textsOf = (source: string): readonly string[] =>
  unitsOf('a.xlf', source).map(({ text }) => text);

/** What a unit becomes. */
const unit1 = (unit: string): string => {
  const [, written = ''] = /<body>([^]*)<\/body>/.exec(inCapitals('a.xlf', xliff1(unit))) ?? [];
  return written;
};
const unit2 = (file: string): string => {
  const [, written = ''] = /2\.0">([^]*)<\/xliff>/.exec(inCapitals('a.xlf', xliff2(file))) ?? [];
  return written;
};

describe('XLIFF 1.2', () => {
  it('may have very many halves without the other one', () => {
    const half = (name: string) => (_none: unknown, at: number) => `<${name} id="${String(at)}"/>`;
    const halves = [
      ...Array.from({ length: 25_000 }, half('bpt')),
      ...Array.from({ length: 25_000 }, (_none, at) => half('ept')(_none, at + 25_000)),
    ].join('');

    const source = `<trans-unit id="1"><source>The ${halves} house</source></trans-unit>`;

    expect(unit1(source)).toContain(`<target>THE ${halves} HOUSE</target>`);
  }, 20_000);

  it('may name a document type, which is not read', () => {
    const type =
      '<!DOCTYPE xliff PUBLIC "-//XLIFF//DTD XLIFF//EN" "http://www.oasis-open.org/committees/xliff/documents/xliff.dtd">';
    const source = xliff1('<trans-unit id="1"><source>The house</source></trans-unit>');

    const written = inCapitals('a.xlf', source.replace('<xliff', `${type}<xliff`));

    expect(written).toContain(`${type}<xliff`);
    expect(written).toContain('<target>THE HOUSE</target>');
  });

  it('puts a translation behind the source', () => {
    expect(unit1('<trans-unit id="1"><source>The house</source><note>n</note></trans-unit>')).toBe(
      '<trans-unit id="1"><source>The house</source><target>THE HOUSE</target><note>n</note></trans-unit>',
    );
  });

  it('says of a target what it is now', () => {
    expect(
      unit1(
        '<trans-unit id="1"><source>a</source><target xml:lang="es" state="needs-translation"/></trans-unit>',
      ),
    ).toBe(
      '<trans-unit id="1"><source>a</source><target xml:lang="es" state="translated">A</target></trans-unit>',
    );
  });

  it('gives a target the segments of its source, behind it', () => {
    expect(
      unit1(
        '<trans-unit id="1"><source>One. Two.</source><seg-source><mrk mtype="seg" mid="1">One.</mrk> <mrk mtype="seg" mid="2">Two <g id="1">x</g>.</mrk></seg-source></trans-unit>',
      ),
    ).toBe(
      '<trans-unit id="1"><source>One. Two.</source><seg-source><mrk mtype="seg" mid="1">One.</mrk> <mrk mtype="seg" mid="2">Two <g id="1">x</g>.</mrk></seg-source>' +
        '<target><mrk mtype="seg" mid="1">ONE.</mrk> <mrk mtype="seg" mid="2">TWO <g id="1">X</g>.</mrk></target></trans-unit>',
    );
  });

  it('takes what one element opens and another closes for a pair', () => {
    const source =
      'The <bpt id="1">&lt;b&gt;</bpt>big <bx id="5" rid="2"/>old<ex id="6" rid="2"/><ept id="1">&lt;/b&gt;</ept> house';

    expect(textsOf(xliff1(`<trans-unit id="1"><source>${source}</source></trans-unit>`))).toEqual([
      'The <g id="1">big <g id="2">old</g></g> house',
    ]);
    expect(unit1(`<trans-unit id="1"><source>${source}</source></trans-unit>`)).toContain(
      `<target>${source.replace('The', 'THE').replace('big', 'BIG').replace('old', 'OLD').replace('house', 'HOUSE')}</target>`,
    );
  });

  it.each([
    ['<bpt id="1">a</bpt>one', '<x id="1"/>one'],
    ['one<ept id="1">a</ept>', 'one<x id="1"/>'],
    [
      '<bpt id="1"/>one<bpt id="2"/>two<ept id="1"/>three<ept id="2"/>',
      '<g id="1">one<x id="2"/>two</g>three<x id="3"/>',
    ],
    ['<mrk mtype="protected">Big House</mrk> is big', '<x id="1"/> is big'],
    ['<mrk mtype="x-a" translate="no">Big House</mrk> is big', '<x id="1"/> is big'],
    ['<mrk mtype="term">house</mrk>', '<g id="1">house</g>'],
  ])('reads %s', (source, text) => {
    expect(textsOf(xliff1(`<trans-unit id="1"><source>${source}</source></trans-unit>`))).toEqual([
      text,
    ]);
  });

  it.each([
    '<trans-unit id="1" translate="no"><source>a</source></trans-unit>',
    '<group translate="no"><trans-unit id="1"><source>a</source></trans-unit></group>',
    '<group translate="no"><group><trans-unit id="1"><source>a</source><target/></trans-unit></group></group>',
    '<trans-unit id="1" approved="yes"><source>a</source><target>b</target></trans-unit>',
    '<trans-unit id="1"><source>a</source><target state="final">b</target></trans-unit>',
  ])('leaves %s', (unit) => {
    expect(unit1(unit)).toBe(unit);
  });

  it('translates what is to be translated in a group that is not', () => {
    const unit = '<trans-unit id="1" translate="yes"><source>a</source></trans-unit>';

    expect(unit1(`<group translate="no">${unit}</group>`)).toContain('<target>A</target>');
  });

  it('names the language of its targets', () => {
    const source = xliff1('<trans-unit id="1"><source>a</source></trans-unit>');

    const written = translated('a.xlf', source, (text) => text, { language: 'pt-BR' }).toString();

    expect(written).toContain('source-language="en" target-language="pt-BR">');
  });

  it('translates the branches of a message, and keeps its words and elements', () => {
    const message =
      '{VAR_PLURAL, plural, =0 {no houses} =1 {it\'s one} other {<x id="INTERPOLATION" equiv-text="{{n}}"/> houses}}';
    const source = xliff1(`<trans-unit id="1"><source>${message}</source></trans-unit>`);

    expect(unitsOf('a.xlf', source)).toEqual([
      {
        kind: 'plain',
        text: "{VAR_PLURAL, plural, =0 {no houses} =1 {it's one} other {{xliff_1} houses}}",
      },
    ]);
    const written = translated('a.xlf', source, (text) =>
      text.replace('houses', 'casas').replace('houses}}', 'casas}}'),
    ).toString();
    expect(written).toContain(
      `<target>${message.replaceAll('houses', 'casas').replace("it's", 'it&apos;s')}</target>`,
    );
  });

  it("does not double the apostrophes of Angular's messages", () => {
    const message = '{VAR_PLURAL, plural, =1 {one} other {many}}';
    const source = xliff1(`<trans-unit id="1"><source>${message}</source></trans-unit>`);
    const translate = (text: string) => text.replace('one', "l''una");
    const written = (original: string) =>
      translated('a.xlf', source.replace('"a"', `"${original}"`), translate).toString();

    expect(written('ng2.template')).toContain('{l&apos;una}');
    expect(written('app.js')).toContain('{l&apos;&apos;una}');
  });
});

const INTO_SPANISH = { languages: { target: 'ES' } };

/** Units whose target has a state, as one version of XLIFF writes them. */
const withState1 = (state: string) =>
  xliff1(
    `<trans-unit id="1"><source>a</source><target${state}>b</target></trans-unit>`,
    ' target-language="es-ES"',
  );
const withState2 = (state: string) =>
  xliff2(
    `<file id="f"><unit id="u"><segment${state}><source>a</source><target>b</target></segment></unit></file>`,
    ' trgLang="es"',
  );

describe('targets in the language that is asked for', () => {
  it.each([
    ...['translated', 'needs-review-translation', 'needs-adaptation', 'signed-off', 'final'].map(
      (state) => [state, withState1(` state="${state}"`)] as const,
    ),
    ...['translated', 'reviewed', 'final'].map(
      (state) => [state, withState2(` state="${state}"`)] as const,
    ),
    ['no state', withState1('')],
    ['no state', withState2('')],
  ])('stay and are counted: %s', (_state, source) => {
    const { units, keptTexts } = opened('a.xlf', source, INTO_SPANISH);

    expect({ units, keptTexts }).toEqual({ units: [], keptTexts: 1 });
    expect(translated('a.xlf', source, capitals, INTO_SPANISH).toString()).toBe(source);
  });

  it.each([
    ...['new', 'needs-translation'].map((state) => withState1(` state="${state}"`)),
    withState2(' state="initial"'),
    withState1('').replace('>b<', '>a<'),
    withState1(' state="translated"').replace('>b<', '><'),
    withState1(' state="translated"').replace('es-ES', 'fr'),
    withState1(' state="translated"').replace(' target-language="es-ES"', ''),
  ])(
    'are written anew where they are in work, empty, as the source, or of another language',
    (source) => {
      const { units, keptTexts } = opened('a.xlf', source, INTO_SPANISH);

      expect({ units: units.length, keptTexts }).toEqual({ units: 1, keptTexts: 0 });
      expect(translated('a.xlf', source, capitals, INTO_SPANISH).toString()).toContain(
        '>A</target>',
      );
    },
  );

  it.each([
    ...['  ', '\n', '<x id="1"/>', '<g id="1"></g>', '<bpt id="1">&lt;b&gt;</bpt>'].flatMap(
      (none) => [
        withState1('').replace('>b<', `>${none}<`),
        withState1(' state="translated"').replace('>b<', `>${none}<`),
        withState1(' state="final"').replace('>b<', `>${none}<`),
      ],
    ),
    withState2('').replace('>b<', '> <'),
    withState2(' state="final"').replace('>b<', '><pc id="1"> </pc><'),
  ])('are written anew where they have no words: %s', (source) => {
    const { units, keptTexts } = opened('a.xlf', source, INTO_SPANISH);
    expect({ units: units.length, keptTexts }).toEqual({ units: 1, keptTexts: 0 });
  });

  it('stay segment by segment', () => {
    const one = (inner: string) => `<mrk mtype="seg" mid="1">${inner}</mrk>`;
    const two = (inner: string) => `<mrk mtype="seg" mid="2">${inner}</mrk>`;
    const unit = (target: string) =>
      xliff1(
        `<trans-unit id="1"><source>One. Two.</source><seg-source>${one('One.')} ${two('Two.')}</seg-source>${target}</trans-unit>`,
        ' target-language="es"',
      );
    const half = unit(`<target>${one('<g id="1">Uno</g>.')} ${two('')}</target>`);
    const whole = unit(`<target>${one('Uno.')} ${two('Dos.')}</target>`);
    const inWork = unit(`<target state="new">${one('Uno.')} ${two('')}</target>`);

    expect(opened('a.xlf', half, INTO_SPANISH)).toMatchObject({
      units: [{ text: 'Two.' }],
      keptTexts: 1,
    });
    expect(translated('a.xlf', half, capitals, INTO_SPANISH).toString()).toContain(
      `<target>${one('<g id="1">Uno</g>.')} ${two('TWO.')}</target>`,
    );
    expect(translated('a.xlf', whole, capitals, INTO_SPANISH).toString()).toBe(whole);
    expect(translated('a.xlf', inWork, capitals, INTO_SPANISH).toString()).toContain(
      `${one('ONE.')} ${two('TWO.')}</target>`,
    );
  });

  it.each([
    withState1('').replace('<target>', '<target xml:lang="fr">'),
    withState1(' state="final"').replace('es-ES', 'fr'),
    withState1(' state="translated"').replace('<target', '<target xml:lang="fr"'),
    withState2('').replace('<target>', '<target xml:lang="fr">'),
    withState2(' state="final"').replace('trgLang="es"', 'trgLang="fr"'),
  ])('are no longer those of another language: %s', (source) => {
    const written = translated('a.xlf', source, capitals, {
      ...INTO_SPANISH,
      language: 'es',
    }).toString();
    expect(written).toContain('>A</target>');
    expect(written).not.toContain('"fr"');
  });

  it('may name their language themselves', () => {
    const source = withState1('')
      .replace(' target-language="es-ES"', '')
      .replace('<target>', '<target xml:lang="es">');
    expect(translated('a.xlf', source, capitals, INTO_SPANISH).toString()).toBe(source);
  });

  it('are those of the region that is asked for', () => {
    const source = withState1(' state="translated"').replace('es-ES', 'pt-PT');
    const textsInto = (target: string) =>
      unitsOf('a.xlf', source, { languages: { target } }).length;

    expect(['PT-BR', 'PT-PT', 'PT'].map(textsInto)).toEqual([1, 0, 0]);
  });
});

describe('XLIFF 2', () => {
  it('puts translations into segments, and says what they are now', () => {
    expect(
      unit2(
        '<file id="f"><unit id="u"><segment id="1" state="initial" subState="a:b"><source>One.</source></segment><ignorable><source> </source></ignorable><segment id="2"><source>Two.</source><target>x</target></segment></unit></file>',
      ),
    ).toBe(
      '<file id="f"><unit id="u"><segment id="1" state="translated"><source>One.</source><target>ONE.</target></segment><ignorable><source> </source></ignorable><segment id="2"><source>Two.</source><target>TWO.</target></segment></unit></file>',
    );
  });

  it.each([
    ['The <pc id="1">big</pc> <ph id="2"/>house', 'The <g id="1">big</g> <x id="2"/>house'],
    ['The <sc id="1"/>big<ec startRef="1"/> house', 'The <g id="1">big</g> house'],
    ['The <mrk id="1" translate="no">Big House</mrk>', 'The <x id="1"/>'],
    ['The <sm id="1" translate="no"/>Big House<em startRef="1"/> is', 'The <x id="1"/> is'],
    ['The <sc id="1" isolated="yes"/>house', 'The <x id="1"/>house'],
  ])('reads %s', (source, text) => {
    const file = `<file id="f"><unit id="u"><segment><source>${source}</source></segment></unit></file>`;

    expect(textsOf(xliff2(file))).toEqual([text]);
    expect(translated('a.xlf', xliff2(file), (each) => each).toString()).toContain(
      `<target>${source}</target>`,
    );
  });

  it.each([
    '<file id="f" translate="no"><unit id="u"><segment><source>a</source></segment></unit></file>',
    '<file id="f"><group id="g" translate="no"><unit id="u"><segment><source>a</source></segment></unit></group></file>',
    '<file id="f"><unit id="u" translate="no"><segment><source>a</source></segment></unit></file>',
    '<file id="f"><unit id="u"><segment state="final"><source>a</source><target>b</target></segment></unit></file>',
  ])('leaves %s', (file) => {
    expect(unit2(file)).toBe(file);
  });

  it('names the language of its targets', () => {
    const file = '<file id="f"><unit id="u"><segment><source>a</source></segment></unit></file>';

    const written = translated('a.xlf', xliff2(file, ' trgLang="fr"'), (text) => text, {
      language: 'es',
    }).toString();

    expect(written).toContain(' trgLang="es"');
    expect(written).not.toContain('"fr"');
  });
});
