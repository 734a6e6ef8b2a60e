/** The first words of what `main.js` and `cli.js` can be told to do, for `--help`. Their code is read when one is asked for. */
export const COMMAND_TEXTS = {
  user: 'adds and deactivates users, and sets their passwords',
  keys: 'rotates the signing keys',
  apply: 'makes clients, scopes, groups and upstreams what a file says',
  import: 'imports people from Keycloak, Auth0 or Firebase',
} as const;

export const isCommand = (word: string | undefined): boolean =>
  word !== undefined && Object.hasOwn(COMMAND_TEXTS, word);
