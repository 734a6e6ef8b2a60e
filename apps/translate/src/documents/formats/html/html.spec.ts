import { describe, expect, it } from '@jest/globals';
import { translated, unitsOf } from '../../../../test/documents/in-capitals.js';

const textsOf = (source: string) => unitsOf('a.html', source).map(({ text }) => text);

describe('HTML', () => {
  it('has a unit for each block: what others say changes none', () => {
    const items = ['One', 'Two', 'Three'].map((word) => `<li>${word}</li>`);
    const before = textsOf(`<ul>${items.join('\n')}</ul>`);
    const after = textsOf(`<ul>${[items[0], '<li>New</li>', ...items.slice(1)].join('\n')}</ul>`);

    expect(after.filter((text) => !before.includes(text))).toHaveLength(1);
  });

  it('has attributes that are words', () => {
    const source =
      '<meta name="description" content="A page"><meta name="viewport" content="width=1">' +
      '<p title=\'Big &amp; old\'>The <img alt="A house" src="a.png"> house</p>' +
      '<input placeholder=Name value="x"><input type="submit" value="Send"><b translate="no" title="Stays">x</b>';

    const texts = textsOf(source);

    expect(texts.slice(texts.indexOf('A page'))).toEqual([
      'A page',
      'Big & old',
      'A house',
      'Name',
      'Send',
    ]);
  });

  it('writes attributes as they were where nothing changes, and safely where something does', () => {
    const source = '<p title=\'Big &amp; old\'>1 <img alt=House></p><p title="House">2</p>';

    expect(translated('a.html', source, (text) => text).toString()).toBe(source);
    expect(
      translated('a.html', source, (text) =>
        text === 'House' ? 'Casa "grande"' : text.replace('Big & old', 'Vieja'),
      ).toString(),
    ).toBe(
      '<p title="Vieja">1 <img alt="Casa &quot;grande&quot;"></p><p title="Casa &quot;grande&quot;">2</p>',
    );
  });

  it('says the new language where it says one', () => {
    const source =
      '<html lang="en"><head><meta http-equiv="Content-Language" content="en"></head><body lang=en><p lang="fr">Un</p></body></html>';

    const written = translated('a.html', source, (text) => text, { language: 'es' }).toString();

    expect(written).toBe(
      '<html lang="es"><head><meta http-equiv="Content-Language" content="es"></head><body lang="es"><p lang="fr">Un</p></body></html>',
    );
    expect(
      translated('a.html', '<html><p>A</p></html>', (text) => text, { language: 'es' }).toString(),
    ).toBe('<html><p>A</p></html>');
  });

  it('stays as it is where it holds signs that stand for nothing', () => {
    const source = '<p title="A house">\ue000 words</p>';

    expect(translated('a.html', source, (text) => text).toString()).toBe(source);
  });
});
