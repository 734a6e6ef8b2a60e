import type { IncomingMessage } from 'node:http';
import { languagesOf } from '../passwords/browser.js';
import type { Look, Skin } from './page.js';
import { languageFor } from '../languages/languages.js';

/** What is known of who reads a page. */
export interface Reader {
  /** `ui_locales` (OpenID Connect Core 1.0 section 3.1.2.1); that of the address if absent. */
  readonly asked?: string | undefined;
  /** What the person has chosen. */
  readonly own?: string | undefined;
}

const MOST_TAGS = 10;

/** The request's `ui_locales` decides the language, then the person's own setting, then the browser. */
export function lookFor(skin: Skin, request: IncomingMessage, reader: Reader = {}): Look {
  const asked = reader.asked ?? askedOf(request);
  const browser = languagesOf(request.headers['accept-language']);
  const wanted = [...asked.split(' ').slice(0, MOST_TAGS), reader.own, ...browser];
  return { ...skin, language: languageFor(wanted) };
}

function askedOf({ url = '' }: IncomingMessage): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : (new URLSearchParams(url.slice(start)).get('ui_locales') ?? '');
}
