import type { ForwardIdentity } from './forward-access.js';

/**
 * The headers by which applications know people, as Authelia names them. All are always there, empty ones too: a proxy that copies them
 * replaces what the browser has sent.
 */
export function identityHeaders(identity: ForwardIdentity): Readonly<Record<string, string>> {
  const { username, name, email, groups, roles } = identity;
  return {
    'Remote-User': headerText(username),
    'Remote-Name': headerText(name),
    'Remote-Email': headerText(email),
    'Remote-Groups': listText(groups),
    'Remote-Roles': listText(roles),
  };
}

/** A name with a comma would be two. */
const listText = (names: readonly string[]): string =>
  names
    .filter((name) => !name.includes(','))
    .map(headerText)
    .join(',');

/** UTF-8, byte by byte, without what could end the header. */
const headerText = (text: string): string =>
  Buffer.from(text.replaceAll(/\p{Cc}/gu, ' '), 'utf8').toString('latin1');
