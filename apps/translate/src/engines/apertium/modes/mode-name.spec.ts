import { describe, expect, it } from '@jest/globals';
import { directionsOfMode } from './mode-name.js';

const shown = (name: string) =>
  directionsOfMode(name)
    .map(({ source, target }) => `${source}>${target}`)
    .join(' ');

describe('directionsOfMode', () => {
  it.each([
    ['eng-spa', 'en>es'],
    ['es-pt_BR', 'es>pt-BR'],
    ['spa-eng_US', 'es>en-US'],
    ['spa-cat_valencia', 'es>ca-valencia'],
    ['fra-oci_gascon', 'fr>oc-gascon'],
    ['nob-nno', 'nb>nn'],
    ['hbs-eng', 'bs>en hr>en sr>en'],
    ['eng-hbs_HR', 'en>hr'],
    ['mkd-hbs_BS', 'mk>bs'],
    ['ind-zlm', 'id>ms'],
    ['cat-srd', 'ca>sc'],
    ['fra-frp', 'fr>frp'],
  ])('%p translates %p', (name, expected) => {
    expect(shown(name)).toBe(expected);
  });

  it.each([
    'eco-es-fr',
    'Cyrl-Latn',
    'en-eo-bytecode',
    'ca-eo-translit',
    'hbs-mkd-pretransfer',
    'gl-pt-latin1',
    'spa-cat_iec2017',
    'spa-cat_valencia_uni',
    'nno-nno_e',
    'nob-nno_e',
    'oc_aran-es',
    'eng-hbs',
    'eng-spa-tagger',
    'spa-spa',
  ])('%p is no translation for callers', (name) => {
    expect(shown(name)).toBe('');
  });
});
