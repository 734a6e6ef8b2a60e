import type { Audience, BroadcastMessage } from './broadcast.js';
import { type Translations, isTooMuch } from '../notifications/creation/creation.js';
import { LIMITS } from '../http/limits.js';
import { fieldInvalid } from '../http/field-errors.js';
import {
  membersOf,
  optionalText,
  own,
  refuseOthers,
  requireMembers,
  text,
  type Members,
} from '../http/fields.js';

const REQUIRED = ['audience', 'title', 'description'] as const;
const OPTIONAL = ['category', 'urgent', 'translations', 'sendAt', 'dryRun'] as const;
const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;
const MAX_LANGUAGES = 20;
/** A school year ahead; later nobody remembers. */
const MAX_DAYS = 366;
const DAY_MS = 86_400_000;
/** Recipients of the smallest part. */
const LEAST_PART = 250;

export interface ParsedMessage {
  readonly message: BroadcastMessage;
  readonly isDryRun: boolean;
}

/** The body of `POST /api/notifications/audiences`. */
export function parseBroadcastMessage(body: unknown, nowMs: number): ParsedMessage {
  const members = membersOf(body);
  requireMembers(members, REQUIRED);
  const audience = parseAudience(own(members, 'audience'));
  const words = parseWords(members);
  const category = optionalText(members, 'category', LIMITS.category);
  const isUrgent = flag(members, 'urgent');
  const isDryRun = flag(members, 'dryRun');
  const translations = parseTranslations(own(members, 'translations'));
  const sendAt = parseSendAt(own(members, 'sendAt'), nowMs);
  refuseOthers(members, [...REQUIRED, ...OPTIONAL]);
  return {
    isDryRun,
    message: {
      ...{ audience, ...words, sendAt },
      ...(category === undefined ? {} : { category }),
      ...(isUrgent ? { isUrgent: true as const } : {}),
      ...(translations === undefined ? {} : { translations }),
    },
  };
}

function parseWords(members: Members) {
  const title = text(members, 'title', LIMITS.title);
  const description = text(members, 'description', LIMITS.description);
  if (isTooMuch(LEAST_PART, description)) throw fieldInvalid('description');
  return { title, description };
}

function parseAudience(value: unknown): Audience {
  const members = membersOf(value);
  const [name, ...others] = Object.keys(members);
  if (others.length > 0) throw fieldInvalid('audience');
  switch (name) {
    case 'classId':
      return { kind: 'class', classId: text(members, 'classId', LIMITS.id) };
    case 'year':
      return { kind: 'year', year: text(members, 'year', LIMITS.id) };
    case 'academy':
      if (own(members, 'academy') === true) return { kind: 'academy' };
      break;
  }
  throw fieldInvalid('audience');
}

function flag(members: Members, name: string): boolean {
  const value = own(members, name) ?? false;
  if (typeof value !== 'boolean') throw fieldInvalid(name);
  return value;
}

function parseTranslations(value: unknown): Translations | undefined {
  if (value === undefined) return undefined;
  const entries = Object.entries(membersOf(value));
  if (entries.length === 0 || entries.length > MAX_LANGUAGES) throw fieldInvalid('translations');
  const parsed = entries.map(([language, words]) => {
    if (!LANGUAGE.test(language)) throw fieldInvalid('translations');
    const members = membersOf(words);
    refuseOthers(members, ['title', 'description']);
    return [language.toLowerCase(), parseWords(members)] as const;
  });
  return Object.fromEntries(parsed);
}

function parseSendAt(value: unknown, nowMs: number): Date {
  if (value === undefined) return new Date(nowMs);
  const ms = typeof value === 'string' ? Date.parse(value) : NaN;
  if (!(ms >= 0 && ms <= nowMs + MAX_DAYS * DAY_MS)) throw fieldInvalid('sendAt');
  return new Date(ms);
}
