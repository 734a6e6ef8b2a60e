/** A value in a filter: what has a meaning there is written as bytes (RFC 4515 section 3). */
export const filterValue = (value: string): string =>
  value.replaceAll(/[\\*()\0]/g, (sign) => `\\${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Bytes in a filter, of hexadecimal digits. */
export const filterBytes = (hex: string): string => hex.replaceAll(/../g, String.raw`\$&`);

/** What has a meaning in a distinguished name, so that it is escaped there (RFC 4514 section 2.4). */
const SPECIAL = /[,+"\\<>;]/g;

/** A character may be escaped as itself or by its bytes: directories write one form and people the other. */
const withOneEscape = (dn: string): string =>
  dn.replaceAll(/(?:\\[0-9a-f]{2})+|\\./gis, (escaped) => {
    const digits = escaped.replaceAll('\\', '');
    const isBytes = /^(?:[0-9a-f]{2})+$/i.test(digits);
    const text = isBytes ? Buffer.from(digits, 'hex').toString('utf8') : escaped.slice(1);
    return text.replaceAll(SPECIAL, String.raw`\$&`);
  });

/** The form in which distinguished names are compared: the case and the spaces around separators tell nothing (RFC 4517 section 4.2.15). */
export const dnKey = (dn: string): string =>
  withOneEscape(dn)
    .replaceAll(/\s*(?<!\\),\s*/g, ',')
    .replaceAll(/\s*=\s*/g, '=')
    .trim()
    .toLowerCase();
