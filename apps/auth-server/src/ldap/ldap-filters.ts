/** A value in a filter: what has a meaning there is written as bytes (RFC 4515 section 3). */
export const filterValue = (value: string): string =>
  value.replaceAll(/[\\*()\0]/g, (sign) => `\\${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Bytes in a filter, of hexadecimal digits. */
export const filterBytes = (hex: string): string => hex.replaceAll(/../g, String.raw`\$&`);

/** The form in which distinguished names are compared: the case and the spaces around separators tell nothing (RFC 4517 section 4.2.15). */
export const dnKey = (dn: string): string =>
  dn
    .replaceAll(/\s*(?<!\\),\s*/g, ',')
    .replaceAll(/\s*=\s*/g, '=')
    .trim()
    .toLowerCase();
