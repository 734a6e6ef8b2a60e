import type { Kind } from '@sextant/platform-runtime/config';

/** A value of the configuration: scheme, host and port. */
export const origin: Kind<string> = {
  expected: 'an http or https address without a path',
  parse: (value) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    const isOrigin = parsed?.origin === value && /^https?:$/.test(parsed.protocol);
    return isOrigin ? value : undefined;
  },
};
