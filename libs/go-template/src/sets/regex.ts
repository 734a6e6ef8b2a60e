import { RE2JS } from 're2js';
import type { Budget } from '../values/limits.js';
import { typed, type Value } from '../values/value.js';

const MAX_CACHED = 500;
const cache = new Map<string, RE2JS>();

interface Search {
  readonly text: string;
  readonly budget: Budget;
}

/** One step for so many characters times instructions of the pattern: linear, and a megabyte takes a second. */
const WORK_OF_STEP = 128;

function searched(pattern: string, { text, budget }: Search) {
  const program = compiled(pattern);
  budget.charge(Math.floor((text.length * program.programSize()) / WORK_OF_STEP));
  return program.matcher(text);
}

/** Whether a part of the text matches. RE2 takes linear time, whatever the pattern is. */
export function regexMatch(pattern: string, search: Search): boolean {
  return searched(pattern, search).find();
}

/** Replaces every match; `$1`, `${1}` and `${name}` in the replacement stand for groups. */
export function regexReplaceAll(pattern: string, replacement: string, search: Search): string {
  const { text, budget } = search;
  const matcher = searched(pattern, search);
  let result = '';
  let from = 0;
  let lastEnd = -1;
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    // "If 'All' is present … empty matches abutting a preceding match are ignored."
    if (start === end && start === lastEnd) continue;
    result += text.slice(from, start) + expand(replacement, groupOf(matcher));
    budget.checkLength(result.length);
    from = end;
    lastEnd = end;
  }
  return result + text.slice(from);
}

/** The first match and its groups, or an empty list. */
export function regexFindSubmatch(pattern: string, search: Search): Value {
  const matcher = searched(pattern, search);
  if (!matcher.find()) return typed('[]string', []);
  const groups = Array.from(
    { length: matcher.groupCount() + 1 },
    (_unused, index) => matcher.group(index) ?? '',
  );
  return typed('[]string', groups);
}

/** The first match, or an empty string. */
export function regexFind(pattern: string, search: Search): string {
  const matcher = searched(pattern, search);
  return matcher.find() ? (matcher.group(0) ?? '') : '';
}

type Group = (name: string) => string;

function groupOf(matcher: ReturnType<RE2JS['matcher']>): Group {
  return (name) => {
    if (!/^\d+$/.test(name)) return namedGroup(matcher, name);
    return Number(name) <= matcher.groupCount() ? (matcher.group(Number(name)) ?? '') : '';
  };
}

function namedGroup(matcher: ReturnType<RE2JS['matcher']>, name: string): string {
  return Object.hasOwn(matcher.getNamedGroups(), name) ? (matcher.group(name) ?? '') : '';
}

/** `$name` takes as many letters, digits and underscores as there are: `$1x` is `${1x}`. */
function expand(replacement: string, group: Group): string {
  return replacement.replace(
    /\$(?:\$|([\p{L}\p{Nd}_]+)|\{([\p{L}\p{Nd}_]+)\})/gu,
    (whole: string, plain: string | undefined, braced: string | undefined) =>
      whole === '$$' ? '$' : group(plain ?? braced ?? ''),
  );
}

function compiled(pattern: string): RE2JS {
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  const fresh = compile(pattern);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(pattern, fresh);
  return fresh;
}

/** re2js leaves out the empty quotation which ends Go's message for a last backslash. */
function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const isCut = message.endsWith('trailing backslash at end of expression');
    throw new Error(isCut ? `${message}: \`\`` : message, { cause });
  }
}
