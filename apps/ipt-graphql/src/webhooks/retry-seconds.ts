import type { Kind } from '@sextant/platform-runtime/config';

/** Waits in a setting. */
export const seconds: Kind<readonly number[]> = {
  expected: 'whole numbers of seconds, separated by commas',
  parse: (value) => (/^\d{1,8}(,\d{1,8})*$/.test(value) ? value.split(',').map(Number) : undefined),
};
