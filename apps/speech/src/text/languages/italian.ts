import type { SpokenLanguage } from './spoken-language.js';
import { fractions, list, plain, powersAfter, regular, set, title } from './forms.js';

export const ITALIAN: SpokenLanguage = {
  abbreviations: {
    Sig: title('Signor'),
    'Sig.ra': title('Signora'),
    Dott: title('Dottor'),
    Prof: title('Professor'),
    ecc: plain('eccetera'),
  },
  signs: { '<': 'minore di', '>': 'maggiore di', '=': 'uguale', '+': 'più', '&': 'e' },
  minus: 'meno',
  plus: 'più',
  and: 'e',
  to: 'a',
  address: {
    dot: 'punto',
    at: 'chiocciola',
    slash: 'barra',
    hyphen: 'trattino',
    underscore: 'trattino basso',
  },
  scales: { mila: 3, milione: 6, milioni: 6, miliardo: 9, miliardi: 9 },
  scaleNames: { 6: ['milione', 'milioni'], 9: ['miliardo', 'miliardi'] },
  link: 'di ',
  powers: powersAfter(['quadrato', 'quadrati'], ['cubo', 'cubi']),
  fraction: fractions(
    list('mezzo terzo quarto quinto sesto settimo ottavo nono decimo'),
    list('mezzi terzi quarti quinti sesti settimi ottavi noni decimi'),
    'un',
  ),
  roman: {
    counted: set(
      'capitolo parte tomo atto scena guerra articolo sezione titolo allegato secolo volume',
    ),
    ordinal: (value) =>
      list('primo secondo terzo quarto quinto sesto settimo ottavo nono decimo')[value - 1],
  },
  units: { mg: ['milligrammo', 'milligrammi'], px: regular('pixel') },
};
