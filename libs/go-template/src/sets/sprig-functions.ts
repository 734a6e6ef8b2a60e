import { randomInt } from 'node:crypto';
import { fixed, type FunctionMap } from '../exec/function.js';
import { parseTime } from '../time/parse-time.js';
import type { Budget } from '../values/limits.js';
import { fromJson } from './from-json.js';
import { COMPACT, PRETTY, RAW, toJson } from './json.js';
import { isEmpty, textOf } from './relay-functions.js';
import { sprigLists } from './sprig-lists.js';
import { sprigMaps } from './sprig-maps.js';
import { sprigNumbers } from './sprig-numbers.js';
import { sprigStrings } from './sprig-strings.js';

/**
 * The text functions that users' templates take from Sprig and from the upstream relay. Where both
 * sets have a name, the relay's own comes last: `{ ...sprigFunctions, ...relayFunctions() }`.
 */
export const sprigFunctions: FunctionMap = {
  ...sprigStrings,
  ...sprigNumbers,
  ...sprigLists,
  ...sprigMaps,
  toJson: fixed(['any'], ([value], budget) => toJson(value, COMPACT, budget)),
  toPrettyJson: fixed(['any'], ([value], budget) => toJson(value, PRETTY, budget)),
  toRawJson: fixed(['any'], ([value], budget) => toJson(value, RAW, budget)),
  fromJson: fixed(['string'], ([text], budget) => fromJson(text, budget)),
  ifDef: fixed(['any', 'string'], ([value, standard], budget) =>
    isEmpty(value) ? standard : textOf(value, budget),
  ),
  timeNano: fixed(['string'], ([text]) => unixNanoseconds(text)),
  randAlphaNum: fixed(['int'], ([count], budget) => randomText(Number(count), budget)),
};

/** Nanoseconds since 1970 of an RFC 3339 time. */
function unixNanoseconds(text: string): string {
  const time = parseTime('2006-01-02T15:04:05.999999999Z07:00', text);
  const { year, month, day, hour, minute, second } = time;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second - time.offsetSeconds);
  return (BigInt(date.getTime()) * 1_000_000n + BigInt(time.nanosecond)).toString();
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function randomText(length: number, budget: Budget): string {
  budget.checkLength(length);
  budget.charge(length);
  return Array.from({ length: Math.max(0, length) }, () =>
    ALPHANUMERIC.charAt(randomInt(ALPHANUMERIC.length)),
  ).join('');
}
