/** What of a URI of RFC 7512 leads to a key: the token and the key by their labels, and the library of the token. */
export interface Pkcs11Place {
  readonly token: string;
  readonly object: string;
  readonly modulePath: string;
}

const ATTRIBUTES = ['token', 'object', 'type', 'module-path'];

/**
 * Reads `pkcs11:token=…;object=…?module-path=…` (RFC 7512, section 2.3). Attributes that would choose otherwise are not
 * passed over, and a PIN (`pin-value`) has no place in an address.
 *
 * @returns `undefined` for anything else
 */
export function parsePkcs11Uri(text: string): Pkcs11Place | undefined {
  const [, path, query] = /^pkcs11:([^?#]+)\?([^?#]+)$/.exec(text) ?? [];
  if (path === undefined || query === undefined) return undefined;
  const values = attributesOf([...path.split(';'), ...query.split('&')]);
  return values === undefined ? undefined : placeOf(values);
}

function placeOf(values: Partial<Record<string, string>>): Pkcs11Place | undefined {
  const { token, object, type = 'private', 'module-path': modulePath = '' } = values;
  if (type !== 'private' || token === undefined || object === undefined) return undefined;
  return modulePath.startsWith('/') ? { token, object, modulePath } : undefined;
}

/** `undefined` when any is none of ours, malformed, or named twice. */
function attributesOf(pairs: readonly string[]): Partial<Record<string, string>> | undefined {
  const read = pairs.map(decoded).filter((pair) => pair !== undefined);
  const values = Object.fromEntries(read);
  const isWhole = read.length === pairs.length && Object.keys(values).length === pairs.length;
  return isWhole && Object.keys(values).every((name) => ATTRIBUTES.includes(name))
    ? values
    : undefined;
}

function decoded(pair: string): readonly [string, string] | undefined {
  const [, name, value] = /^([a-z-]+)=(.+)$/.exec(pair) ?? [];
  if (name === undefined || value === undefined) return undefined;
  try {
    return [name, decodeURIComponent(value)];
  } catch {
    return undefined; // a % that begins no byte
  }
}
