import type { Problem } from '@sextant/platform-http/errors';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import { html, type Html } from './html.js';
import type { Look } from './page.js';
import { en } from './texts/en.js';
import type { TextKey } from './texts/page-texts.js';
import { say } from './texts/say.js';

const isText = (key: string): key is TextKey => Object.hasOwn(en, key);

/** Texts of the catalogue's errors, by what they say. */
const KEYS: ReadonlyMap<string, TextKey> = new Map(
  Object.entries(AUTH_ERRORS).flatMap(([name, make]) => {
    const key = `problem.${name}`;
    return isText(key) ? [[make().message, key] as const] : [];
  }),
);

const BY_STATUS: Readonly<Record<number, TextKey>> = {
  404: 'problem.notFound',
  429: 'problem.rateLimited',
  503: 'problem.unavailable',
};

/** What went wrong, in the language of the page; in general words where only English has particular ones. */
export function problemText(look: Look, { message, details, status }: Problem): Html {
  if (look.language === 'en') return html`${message}`;
  const { reason, min, max } = details;
  const named = `problem.${String(reason)}`;
  if (isText(named)) return say(look, named, { min: Number(min), max: Number(max) });
  return say(look, KEYS.get(message) ?? BY_STATUS[status] ?? 'problem.any');
}
