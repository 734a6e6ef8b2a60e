import type { Kind } from '@sextant/platform-runtime/config';

/** Push services refuse messages whose sender cannot be reached; Apple's also tells false from true. */
export const subject: Kind<string> = {
  expected: 'a mailto: or https: address that is not on localhost or .invalid',
  parse: (value) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    if (parsed === undefined || !/^(mailto|https):$/.test(parsed.protocol)) return undefined;
    const host = parsed.hostname === '' ? parsed.pathname.split('@')[1] : parsed.hostname;
    return host === undefined || /(^|\.)(localhost|invalid)$/i.test(host) ? undefined : value;
  },
};

/** So many bytes. */
export const base64url = (bytes: number): Kind<string> => ({
  expected: `${bytes} bytes in base64url`,
  parse: (value) =>
    /^[\w-]+$/.test(value) && Buffer.from(value, 'base64url').length === bytes ? value : undefined,
});
