import { isObjectId } from '../access/object-id.js';
import { isText, membersOf, own } from '../http/fields.js';
import { LIMITS } from '../http/limits.js';
import { Rule } from '../http/rules.js';
import { MAX_RECIPIENTS } from './creation/creation.js';

const MEMBERS = ['user', 'userId', 'userName'];

/** 1 to 10,000 people, by one loop: a class for each takes 200 times as long (ADR 12). */
export const AreRecipients = (): PropertyDecorator =>
  Rule('areRecipients', (list) => isList(list) && wrongPlace(list) === undefined, {
    at: (list) => (isList(list) ? wrongPlace(list) : undefined),
  });

const isList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length >= 1 && value.length <= MAX_RECIPIENTS;

/** JSON Pointer of the first wrong member. */
function wrongPlace(list: readonly unknown[]): string | undefined {
  for (const [index, value] of list.entries()) {
    const wrong = wrongMember(value);
    if (wrong !== undefined) return `/${index}${wrong}`;
  }
  return undefined;
}

/** Its pointer; empty for members that nobody asked for. */
function wrongMember(value: unknown): string | undefined {
  const members = membersOf(value);
  if (!isObjectId(own(members, 'user'))) return '/user';
  if (!isText(own(members, 'userId'), LIMITS.id)) return '/userId';
  if (!isText(own(members, 'userName'), LIMITS.id)) return '/userName';
  return Object.keys(members).length === MEMBERS.length ? undefined : '';
}
