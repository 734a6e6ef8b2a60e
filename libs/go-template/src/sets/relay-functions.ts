import { fixed, type FunctionMap } from '../exec/function.js';
import { display } from '../format/printer.js';
import { formatTime } from '../time/format-time.js';
import { parseTime } from '../time/parse-time.js';
import { toLower, toTitle, toUpper } from '../values/go-case.js';
import type { Budget } from '../values/limits.js';
import { givenType, isList, kindOf, typed, typeName, type Value } from '../values/value.js';
import { COMPACT, jsonString, toJson } from './json.js';
import { regexMatch, regexReplaceAll } from './regex.js';
import { joinTexts, replaceText, splitText, trimSpace } from './text.js';

export interface RelayFunctionOptions {
  /** The environment of the process. Only what the next option allows is visible. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Names that templates may read beside `EVENTS_TEMPLATE_*`. */
  readonly envNames?: readonly string[];
  /** Options which `getVar` reads, by name. Secrets do not belong here. */
  readonly vars?: Readonly<Record<string, string | number | boolean>>;
  /** Layout of the times in events, for `timeFormat`. */
  readonly timeLayout?: string;
}

const TIME_LAYOUT = '2006-01-02T15:04:05.999Z';

/** The 15 template functions of spec 3, part C. None reads a file, runs a command or calls out. */
export function relayFunctions(options: RelayFunctionOptions = {}): FunctionMap {
  const getEnv = fixed(['string'], ([name]) => readEnv(name, options));
  return {
    regexReplaceAll: fixed(['string', 'string', 'string'], ([pattern, replacement, text], budget) =>
      regexReplaceAll(pattern, replacement, { text, budget }),
    ),
    regexMatch: fixed(['string', 'string'], ([pattern, text], budget) =>
      regexMatch(pattern, { text, budget }),
    ),
    replaceAll: fixed(['string', 'string', 'string'], ([from, to, text], budget) =>
      replaceText(text, { from, to, budget }),
    ),
    toLower: fixed(['string'], ([text]) => toLower(text)),
    toTitle: fixed(['string'], ([text]) => toTitle(text)),
    toUpper: fixed(['string'], ([text]) => toUpper(text)),
    toJSON: fixed(['any'], ([value], budget) => toJson(value, COMPACT, budget)),
    split: fixed(['string', 'string'], ([separator, text], budget) => {
      const trimmed = trimSpace(text);
      return typed('[]string', trimmed === '' ? [] : splitText(separator, trimmed, budget));
    }),
    join: fixed(['string', 'strings'], ([separator, list], budget) =>
      joinTexts(separator, list, budget),
    ),
    isEmpty: fixed(['any'], ([value]) => isEmpty(value)),
    getEnv,
    getVar: fixed(['string'], ([name]) => readVar(name, options)),
    timeFormat: fixed(['string', 'string'], ([value, layout]) =>
      formatTime(parseTime(options.timeLayout ?? TIME_LAYOUT, value), layout),
    ),
    jsonEscape: fixed(['string'], ([text]) => jsonString(text)),
    toString: fixed(['any'], ([value], budget) => textOf(value, budget)),
  };
}

/**
 * As the upstream relay has it now: blank text, zero and nil are empty, and so is `true`; false and
 * a list or map that exists are not. Only a list of strings is empty without elements.
 */
export function isEmpty(value: Value): boolean {
  switch (kindOf(value)) {
    case 'invalid':
    case 'nil':
      return true;
    case 'string':
      return isBlank(value);
    case 'bool':
      return value === true;
    case 'float':
      return value === 0;
    case 'list':
      return isEmptyList(value);
    case 'map':
    case 'func':
      return false;
    default:
      return isEmptyNumber(value);
  }
}

/** Of the other numbers, only int is known to the upstream function. */
function isEmptyNumber(value: Value): boolean {
  if (typeof value === 'bigint') return value === 0n;
  throw new Error(`reflect: call of reflect.Value.IsNil on ${typeName(value)} Value`);
}

function isEmptyList(value: Value): boolean {
  if (!isList(value) || givenType(value) !== '[]string') return false;
  const [only] = value;
  return value.length === 0 || (value.length === 1 && isBlank(only));
}

function isBlank(value: Value): boolean {
  return typeof value === 'string' && trimSpace(value) === '';
}

/** Text of a value, empty for what is empty. */
export function textOf(value: Value, budget: Budget): string {
  return isEmpty(value) ? '' : display(value, budget);
}

function readEnv(name: string, { env = {}, envNames = [] }: RelayFunctionOptions): string {
  const isAllowed = name.startsWith('EVENTS_TEMPLATE_') || envNames.includes(name);
  return isAllowed && Object.hasOwn(env, name) ? (env[name] ?? '') : '';
}

function readVar(name: string, { vars = {} }: RelayFunctionOptions): string {
  return Object.hasOwn(vars, name) ? String(vars[name]) : '';
}
