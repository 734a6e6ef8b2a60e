import type { SpokenLanguage } from './spoken-language.js';
import { fractions, list, plain, powersAfter, set, title } from './forms.js';

/** After Cunha and Cintra, Nova gramática do português contemporâneo. */
export const PORTUGUESE: SpokenLanguage = {
  abbreviations: {
    Sr: title('Senhor'),
    Sra: title('Senhora'),
    Dr: title('Doutor'),
    Dra: title('Doutora'),
    Av: title('Avenida'),
    etc: plain('etcétera'),
  },
  signs: { '<': 'menor que', '>': 'maior que', '=': 'igual a', '+': 'mais', '&': 'e' },
  minus: 'menos',
  plus: 'mais',
  and: 'e',
  to: 'a',
  address: {
    dot: 'ponto',
    at: 'arroba',
    slash: 'barra',
    hyphen: 'hífen',
    underscore: 'sublinhado',
  },
  scales: { mil: 3, milhão: 6, milhões: 6, bilhão: 9, bilhões: 9 },
  scaleNames: { 6: ['milhão', 'milhões'], 9: ['bilhão', 'bilhões'] },
  link: 'de ',
  powers: powersAfter(['quadrado', 'quadrados'], ['cúbico', 'cúbicos']),
  fraction: fractions(
    list('meio terço quarto quinto sexto sétimo oitavo nono décimo'),
    list('meios terços quartos quintos sextos sétimos oitavos nonos décimos'),
    'um',
  ),
  roman: {
    counted: set('capítulo parte tomo ato cena guerra artigo seção título anexo século volume'),
    ordinal: (value) =>
      list('primeiro segundo terceiro quarto quinto sexto sétimo oitavo nono décimo')[value - 1],
  },
};
