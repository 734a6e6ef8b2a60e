import type { FontFile } from './font-files.js';

/** What is asked of a registry, with its name and password apart from the address: fetch takes none in it. */
export interface RegistryRequest {
  /** Without credentials, as it may be logged. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The archive of a package, as npm forms its address: the package's name without its scope names the archive. */
export function archiveRequest(
  { package: name, version }: FontFile,
  registry: string,
): RegistryRequest {
  const archive = `${name.replace(/^@.*\//, '')}-${version}.tgz`;
  const { username, password } = new URL(registry);
  return {
    address: `${withoutCredentials(registry)}/${name}/-/${archive}`,
    headers: username + password === '' ? {} : { authorization: basic(username, password) },
  };
}

/** Its address alone, for the log. */
export function withoutCredentials(registry: string): string {
  const { origin, pathname } = new URL(registry);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** RFC 7617 section 2, in UTF-8. */
const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from([username, password].map(decoded).join(':')).toString('base64')}`;

/** As it is where a percent sign in it begins no escape. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
