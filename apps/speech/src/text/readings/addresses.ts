import type { AddressSigns } from '../languages/spoken-language.js';
import type { Place } from './place.js';

/** A web address, one of e-mail, a name of a user or file: as it is dictated. */
export interface Address {
  readonly kind: 'address';
  readonly user: string;
  readonly host: string;
  readonly path: string;
}

/** `#topic`. */
export interface Hashtag {
  readonly kind: 'hashtag';
  readonly topic: string;
}

const LABELS = String.raw`[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*`;
const WEB = new RegExp(`^(?:https?://(?:www\\.)?|www\\.)(${LABELS})(?::\\d+)?([/?#]\\S*)?$`, 'iu');
/** Without `https://` only what ends as addresses and files do: "end.Then" is a space forgotten. */
const BARE =
  /^([\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.(?:com|org|net|edu|gov|io|dev|app|ai|info|eu|co|uk|us|de|at|ch|es|mx|fr|it|pt|br|html?|pdf|txt|md|csv|json|ya?ml|xml|docx?|xlsx?|zip|png|jpe?g|mp[34]|wav|js|ts|py|sh|exe))(\/\S*)?$/u;
const MAIL = new RegExp(`^([\\p{L}\\p{N}._%+-]+)@(${LABELS})$`, 'u');
const USER = /^@[\p{L}\p{N}_]+$/u;
const HASHTAG = /^#(\p{L}[\p{L}\p{N}_]*)$/u;
/** Longer paths are for machines, and nobody dictates a query. */
const MAX_PATH = 30;
const PATH = /^(?:\/[\p{L}\p{N}_-]+)+\/?$/u;

export function classifyAddress(word: string, { spoken }: Place): Address | Hashtag | undefined {
  if (spoken.address === undefined) return undefined;
  const [, topic] = HASHTAG.exec(word) ?? [];
  return topic === undefined ? (personOf(word) ?? webOf(word)) : { kind: 'hashtag', topic };
}

/** Of e-mail, or the name of a user. */
function personOf(word: string): Address | undefined {
  const [, user, host] = MAIL.exec(word) ?? [];
  if (user !== undefined && host !== undefined) return { kind: 'address', user, host, path: '' };
  return USER.test(word) ? { kind: 'address', user: '', host: word, path: '' } : undefined;
}

function webOf(word: string): Address | undefined {
  const [, host, path = ''] = WEB.exec(word) ?? BARE.exec(word) ?? [];
  return host === undefined ? undefined : { kind: 'address', user: '', host, path: shown(path) };
}

function shown(path: string): string {
  const [plain = ''] = path.split(/[?#]/);
  return plain.length <= MAX_PATH && PATH.test(plain) ? plain.replace(/\/$/, '') : '';
}

/** "example dot com slash docs". */
export function sayAddress({ user, host, path }: Address, { spoken }: Place): string {
  const { address } = spoken;
  if (address === undefined) return host;
  const whole = user === '' ? `${host}${path}` : `${user}@${host}`;
  return whole
    .replace(/[./@_-]/gu, (sign) => ` ${address[NAMES[sign] ?? 'dot']} `)
    .replaceAll('  ', ' ')
    .trim();
}

const NAMES: Readonly<Record<string, keyof AddressSigns>> = {
  '.': 'dot',
  '/': 'slash',
  '@': 'at',
  '-': 'hyphen',
  _: 'underscore',
};

export const sayHashtag = ({ topic }: Hashtag): string => `hashtag ${topic.replaceAll('_', ' ')}`;
