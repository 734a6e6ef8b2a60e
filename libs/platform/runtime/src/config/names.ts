import type { Setting } from './setting.js';

/** `DATABASE_URL` -> `database-url`, without the setting's prefix. */
export const flagOf = (
  { prefix = '' }: Pick<Setting<unknown>, 'prefix'>,
  variable: string,
): string =>
  (variable.startsWith(prefix) ? variable.slice(prefix.length) : variable)
    .toLowerCase()
    .replaceAll('_', '-');

/** All spellings of a setting's variable, the current one first. */
export const spellingsOf = ({ env, aliases = [] }: Setting<unknown>): readonly string[] => [
  env,
  ...aliases,
];
