import { ECDH } from 'node:crypto';
import { pageLimit, type CursorCodec } from '@sextant/platform-pagination';
import type { Message } from './composer.js';
import { isTooMuch, MAX_RECIPIENTS } from './creation.js';
import { LIMITS } from '../http/limits.js';
import type { Person } from './notification.js';
import { fieldInvalid, fieldRequired } from '../access/notification-errors.js';
import { isObjectId } from '../access/object-id.js';
import { MAX_REMINDER_MINUTES, SETTING_NAMES, type Settings } from '../settings/settings.js';
import { VIEWS, type ListQuery, type Reader, type Registration } from '../storage/storage.js';
import {
  asField,
  isText,
  membersOf,
  optionalText,
  own,
  refuseOthers,
  requireMembers,
  text,
  type Members,
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

/** The body of `PUT /api/notifications/settings`: any of the ten members. */
export function parseSettings(body: unknown): Partial<Settings> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw fieldInvalid('body');
  const members = membersOf(body);
  refuseOthers(members, SETTING_NAMES);
  const change = Object.entries(members).map(([name, value]) => {
    const isValid = name === 'eventReminderDefault' ? isMinutes(value) : typeof value === 'boolean';
    if (!isValid) throw fieldInvalid(name);
    return [name, value] as const;
  });
  return Object.fromEntries(change);
}

/** The path and the body of `PUT /internal/registrations/:user`. */
export function parseRegistration(user: string, body: unknown): Omit<Registration, 'changedAt'> {
  const members = membersOf(body);
  if (!isObjectId(user)) throw fieldInvalid('user');
  if (own(members, 'academyId') === undefined) throw fieldRequired('academyId');
  const academyId = text(members, 'academyId', LIMITS.id);
  return { user: user.toLowerCase(), academyId, active: parseActive(members) };
}

/** The path and the body of `PUT /api/notifications/registrations/:user`. */
export function parseOwnRegistration(user: string, body: unknown) {
  if (!isObjectId(user)) throw fieldInvalid('user');
  return { user: user.toLowerCase(), active: parseActive(membersOf(body)) };
}

function parseActive(members: Members): boolean {
  const active = own(members, 'active');
  if (active === undefined) throw fieldRequired('active');
  if (typeof active !== 'boolean') throw fieldInvalid('active');
  return active;
}

const isMinutes = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_REMINDER_MINUTES;

const MAX_ENDPOINT = 4096;
const P256DH_BYTES = 65;
const AUTH_BYTES = 16;
/** An uncompressed point (RFC 8291, section 3.1). */
const UNCOMPRESSED = 0x04;

/** Off the curve nothing can be encrypted for it. */
function isPoint(bytes: Buffer): boolean {
  if (bytes[0] !== UNCOMPRESSED) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

/** A browser's `PushSubscription.toJSON()`, as it is or as the member `subscription`. */
export function parseSubscription(body: unknown) {
  const outer = membersOf(body);
  const members = 'subscription' in outer ? membersOf(own(outer, 'subscription')) : outer;
  requireMembers(members, ['endpoint', 'keys']);
  const endpoint = parseEndpoint(own(members, 'endpoint'));
  const keys = membersOf(own(members, 'keys'));
  for (const name of ['p256dh', 'auth']) {
    if (own(keys, name) === undefined) throw fieldRequired(`keys.${name}`);
  }
  const p256dh = parseKey(keys, 'p256dh', P256DH_BYTES);
  if (!isPoint(Buffer.from(p256dh, 'base64url'))) throw fieldInvalid('keys.p256dh');
  return { endpoint, p256dh, auth: parseKey(keys, 'auth', AUTH_BYTES) };
}

/** Whether a name leads into a private network is found out when it is called: names change. */
export function parseEndpoint(value: unknown): string {
  if (!isText(value, MAX_ENDPOINT) || !URL.canParse(value)) throw fieldInvalid('endpoint');
  const { protocol, username, password, href } = new URL(value);
  if (protocol !== 'https:' || username !== '' || password !== '') throw fieldInvalid('endpoint');
  return href;
}

function parseKey(keys: Members, name: string, bytes: number): string {
  const value = own(keys, name);
  const isKey =
    typeof value === 'string' &&
    /^[\w+/-]{1,100}={0,2}$/.test(value) &&
    Buffer.from(value, 'base64url').length === bytes;
  if (!isKey) throw fieldInvalid(`keys.${name}`);
  return Buffer.from(value, 'base64url').toString('base64url');
}
