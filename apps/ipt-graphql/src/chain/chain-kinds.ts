import type { Kind } from '@sextant/platform-runtime/config';
import { parseAddress } from '../fields/fields.js';

export const address: Kind<string> = {
  expected: 'an address of 20 bytes in hexadecimal digits',
  parse: parseAddress,
};

export const wei: Kind<string> = {
  expected: 'a whole number of wei',
  parse: (value) => (/^\d{1,30}$/.test(value) ? value : undefined),
};

export const someWei: Kind<string> = {
  expected: 'a whole number of wei above 0',
  parse: (value) => (/^[1-9]\d{0,29}$/.test(value) ? value : undefined),
};
