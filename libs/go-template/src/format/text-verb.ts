import { toBytes } from '../values/go-string.js';
import { type Flags, pad, truncate } from './flags.js';
import { canBackquote, quote, quoteToAscii } from './quote.js';

/** A string under a verb, or undefined if the verb is not for strings. */
export function formatText(text: string, verb: string, flags: Flags): string | undefined {
  switch (verb) {
    case 'v':
      return flags.sharpV ? formatQuoted(text, flags) : pad(truncate(text, flags), flags);
    case 's':
      return pad(truncate(text, flags), flags);
    case 'q':
      return formatQuoted(text, flags);
    case 'x':
    case 'X':
      return pad(hexBytes(text, verb, flags), flags);
    default:
      return undefined;
  }
}

function formatQuoted(text: string, flags: Flags): string {
  const shown = truncate(text, flags);
  if (flags.sharp && canBackquote(shown)) return pad(`\`${shown}\``, flags);
  return pad(flags.plus ? quoteToAscii(shown) : quote(shown), flags);
}

function hexBytes(text: string, verb: string, flags: Flags): string {
  const bytes = toBytes(text).subarray(0, flags.precision);
  const pairs = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'));
  const cased = verb === 'X' ? pairs.map((pair) => pair.toUpperCase()) : pairs;
  const prefix = flags.sharp && bytes.length > 0 ? `0${verb}` : '';
  return flags.space ? cased.map((pair) => prefix + pair).join(' ') : prefix + cased.join('');
}
