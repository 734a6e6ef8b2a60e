import { pageLimit, type CursorCodec } from '@sextant/platform-http/pagination';
import type { Message } from './composer.js';
import { isTooMuch, MAX_RECIPIENTS } from './creation.js';
import { LIMITS } from '../http/limits.js';
import type { Person } from '../access/person.js';
import { fieldInvalid } from '../http/field-errors.js';
import { isObjectId } from '../access/object-id.js';
import { VIEWS, type ListQuery, type Reader } from './notification-store.js';
import {
  asField,
  isText,
  membersOf,
  optionalText,
  own,
  refuseOthers,
  requireMembers,
  text,
} from '../http/fields.js';

/** Records of one page; the whole list, if it is no longer. */
export const PAGE = { max: 1000, default: 1000 } as const;

/** Those that were sent name all their recipients. */
const SENT_PAGE = { max: PAGE.max, default: 100 } as const;

/** Longer words nobody looks for. */
const MAX_SEARCH = 100;

const REQUIRED = ['toUserList', 'title', 'description'] as const;
const PERSON_MEMBERS = ['user', 'userId', 'userName'];

/**
 * The body of `POST /api/notifications`. By hand and not by a class: 10,000 recipients pass in
 * milliseconds.
 */
export function parseMessage(body: unknown): Message {
  const members = membersOf(body);
  requireMembers(members, REQUIRED);
  const toUserList = parseRecipients(own(members, 'toUserList'));
  const title = text(members, 'title', LIMITS.title);
  const description = text(members, 'description', LIMITS.description);
  const category = optionalText(members, 'category', LIMITS.category);
  const urgent = own(members, 'urgent') ?? false;
  if (typeof urgent !== 'boolean') throw fieldInvalid('urgent');
  refuseOthers(members, [...REQUIRED, 'category', 'urgent']);
  if (isTooMuch(toUserList.length, description)) throw fieldInvalid('description');
  return {
    ...{ toUserList, title, description },
    ...(category === undefined ? {} : { category }),
    ...(urgent ? { isUrgent: true as const } : {}),
  };
}

function parseRecipients(value: unknown): readonly Person[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  if (list.length < 1 || list.length > MAX_RECIPIENTS) throw fieldInvalid('toUserList');
  return list.map(parsePerson);
}

function parsePerson(value: unknown, index: number): Person {
  const members = membersOf(value);
  const [user, userId, userName] = PERSON_MEMBERS.map((name) => own(members, name));
  const isRight = [isObjectId(user), isText(userId, LIMITS.id), isText(userName, LIMITS.id)];
  const wrong = PERSON_MEMBERS.find((_name, place) => isRight[place] !== true);
  if (wrong !== undefined) throw fieldInvalid('toUserList', `/${index}/${wrong}`);
  if (Object.keys(members).length !== PERSON_MEMBERS.length) {
    throw fieldInvalid('toUserList', `/${index}`);
  }
  return { user: String(user).toLowerCase(), userId: String(userId), userName: String(userName) };
}

/** The query of `GET /api/notifications`. */
export function parseList(query: unknown, cursors: CursorCodec): Omit<ListQuery, keyof Reader> {
  const members = membersOf(query);
  requireMembers(members, ['type']);
  const type = own(members, 'type');
  if (type !== 'received' && type !== 'sent') throw fieldInvalid('type');
  const checked = parseChecked(own(members, 'checked'));
  const rule = type === 'sent' ? SENT_PAGE : PAGE;
  const limit = asField('limit', () => pageLimit(own(members, 'limit'), rule));
  const cursor = own(members, 'cursor');
  const view = VIEWS.find((one) => one === (own(members, 'view') ?? 'inbox'));
  if (view === undefined) throw fieldInvalid('view');
  const words = optionalText(members, 'q', MAX_SEARCH);
  return {
    type,
    limit,
    // Senders put nothing away: their records are all there.
    ...(type === 'sent' ? {} : { view }),
    ...(words === undefined ? {} : { text: words }),
    ...(checked === undefined ? {} : { checked }),
    ...(cursor === undefined ? {} : { after: asField('cursor', () => placeOf(cursors, cursor)) }),
  };
}

function parseChecked(value: unknown): boolean | undefined {
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') throw fieldInvalid('checked');
  return value === 'true';
}

function placeOf(cursors: CursorCodec, cursor: unknown) {
  const [createdAt, id] = cursors.decode(cursor);
  return { createdAt: new Date(Number(createdAt)), id: String(id) };
}
