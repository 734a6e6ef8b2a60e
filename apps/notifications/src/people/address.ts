import { isText } from '../http/fields.js';

/** RFC 5321, section 4.5.3.1: 64 and 255 bytes, and what is between them. */
const MAX_ADDRESS = 320;
/** One address, nothing that would be a list, a name or a header. */
const ADDRESS = /^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+$/u;

export const isAddress = (value: unknown): value is string =>
  isText(value, MAX_ADDRESS) && ADDRESS.test(value);
