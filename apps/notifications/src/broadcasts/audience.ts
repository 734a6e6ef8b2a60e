import { isText, membersOf, own } from '../http/fields.js';
import { LIMITS } from '../http/limits.js';
import type { Audience } from './broadcast.js';

const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;
const MAX_LANGUAGES = 20;

/** The audience that the one member of an object names; `undefined` if it names none. */
export function audienceOf(value: unknown): Audience | undefined {
  const members = membersOf(value);
  const [name, ...others] = Object.keys(members);
  if (name === undefined || others.length > 0) return undefined;
  const given = own(members, name);
  if (name === 'academy') return given === true ? { kind: 'academy' } : undefined;
  if (!isText(given, LIMITS.id)) return undefined;
  if (name === 'classId') return { kind: 'class', classId: given };
  return name === 'year' ? { kind: 'year', year: given } : undefined;
}

/** Whether the members of an object are named by languages. */
export function areLanguages(value: unknown): boolean {
  const languages = Object.keys(membersOf(value));
  return (
    languages.length > 0 &&
    languages.length <= MAX_LANGUAGES &&
    languages.every((language) => LANGUAGE.test(language))
  );
}
