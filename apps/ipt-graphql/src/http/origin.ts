import type { Kind } from '@sextant/platform-runtime/config';

/** Scheme, host and port of an address. */
export const origin: Kind<string> = {
  expected: 'an http or https address without a path',
  parse: (value) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    const isOrigin = /^https?:$/.test(parsed?.protocol ?? '') && parsed?.pathname === '/';
    return isOrigin ? parsed.origin : undefined;
  },
};
