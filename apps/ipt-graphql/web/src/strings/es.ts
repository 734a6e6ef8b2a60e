import type { texts as english } from './en.js';

export const texts: Readonly<Record<keyof typeof english, string>> = {
  'key.about': 'Con una clave de ipt-graphql el editor conoce el esquema y ejecuta lo que escriba.',
  'key.label': 'Clave',
  'key.use': 'Usar esta clave',
};
