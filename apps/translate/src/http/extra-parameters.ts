import { getMetadataStorage } from 'class-validator';
import type { Response } from 'express';
import { distance } from 'fastest-levenshtein';

/** Names the parameters that were left aside. */
export const IGNORED_PARAMETERS_HEADER = 'X-Ignored-Parameters';

const MOST_EXTRAS = 20;
/** What fits into a header; longer and odder names are refused like misspelt ones. */
const EXTRA_NAME = /^[\w.-]{1,64}$/;
/** From this many edits on, a name is no misspelling of a known one. */
const EDITS_APART = 3;

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

type Dto = Parameters<ClassDecorator>[0];

/** All that take text or documents. */
const takers = new Set<Dto>();

/** Says of a DTO that unknown parameters are left aside where it is taken: its own are known everywhere. */
export const TakesExtras = (): ClassDecorator => (dto) => void takers.add(dto);

/**
 * Leaves aside what is no parameter and looks like none: the official clients let their callers send such
 * (`extraRequestParameters`), and the real service ignores them. What may be a misspelt parameter, or one of
 * another endpoint, stays and is refused.
 *
 * @returns the body without them; the answer's header names them
 */
export function withoutExtras<Body>(body: Body, response: Response): Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const names = Object.keys(body);
  // More are refused, whatever they look like.
  if (names.length > known().length + MOST_EXTRAS) return body;
  const extras = names.filter(isExtra);
  if (extras.length === 0 || extras.length > MOST_EXTRAS) return body;
  for (const name of extras) addIgnoredParameter(response, name);
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => !extras.includes(name)),
  ) as Body;
}

/** Names a parameter that had no effect; once, however often it is said. */
export function addIgnoredParameter(response: Response, name: string): void {
  const named = String(response.getHeader(IGNORED_PARAMETERS_HEADER) ?? '');
  const names = named === '' ? [] : named.split(', ');
  if (response.headersSent || names.includes(name)) return;
  response.setHeader(IGNORED_PARAMETERS_HEADER, [...names, name].join(', '));
}

/** Most names are known ones, which need not be compared with the others. */
const isExtra = (name: string): boolean =>
  !known().includes(plain(name)) &&
  EXTRA_NAME.test(name) &&
  !(name in Object.prototype) &&
  !known().some(isLike(plain(name)));

let parameters: readonly string[] | undefined;

/** The parameters of all of them. By the first request every controller has brought its DTOs. */
function known(): readonly string[] {
  parameters ??= [...new Set([...takers].flatMap(namesOf))];
  return parameters;
}

const namesOf = (dto: Dto): readonly string[] =>
  getMetadataStorage()
    .getTargetValidationMetadatas(dto, '', false, false)
    .map(({ propertyName }) => plain(propertyName));

const isLike = (name: string) => (known: string) =>
  known.startsWith(name) || name.startsWith(known) || distance(name, known) < EDITS_APART;
