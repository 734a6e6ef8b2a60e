import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AUTH_ERRORS } from '../../errors/auth-errors.js';
import { OPENID_SCOPES } from '../../scopes/scope.js';
import { html } from '../html.js';
import { problemText } from '../problem-text.js';
import { languageFor, LANGUAGES, type Language } from '../../languages/languages.js';
import { PAGE_TEXTS } from './index.js';
import { type TextKey } from './page-texts.js';
import { en } from './en.js';
import { say } from './say.js';

const SOURCE = join(import.meta.dirname, '../..');
const languages = Object.keys(LANGUAGES) as Language[];
const keys = Object.keys(en) as TextKey[];
const placesOf = (text: string) => (text.match(/\{[a-z]+\}/g) ?? []).toSorted();

/** What the sources say, but for the texts themselves. */
const code = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('texts') && !file.includes('mails'))
  .map((file) => readFileSync(join(SOURCE, file), 'utf8'))
  .join('\n');

describe.each(languages)('the pages in %s', (language) => {
  it('have all texts, each with the values of the English one, and no others', () => {
    const texts = PAGE_TEXTS[language];

    expect(Object.keys(texts).toSorted()).toEqual(keys.toSorted());
    for (const key of keys) {
      expect([key, placesOf(texts[key])]).toEqual([key, placesOf(en[key])]);
      expect(texts[key].trim()).not.toBe('');
    }
  });

  it('are translated', () => {
    const same = keys.filter((key) => PAGE_TEXTS[language][key] === en[key]);

    expect(same.length).toBeLessThanOrEqual(language === 'en' ? keys.length : 10);
  });
});

it('use every text', () => {
  const catalogue = Object.keys(AUTH_ERRORS).map((name) => `problem.${name}`);
  const scopes = Object.keys(OPENID_SCOPES).map((name) => `scope.${name}`);
  const reasons = [...code.matchAll(/reason: '(\w+)'/g)].map(
    ([, name]) => `problem.${String(name)}`,
  );
  const used = (key: string) =>
    code.includes(`'${key}'`) || [...catalogue, ...scopes, ...reasons].includes(key);

  expect(keys.filter((key) => !used(key))).toEqual([]);
});

it('escape what they are filled with, and keep what is HTML by now', () => {
  const look = { language: 'de' } as const;

  expect(say(look, 'goOnAs', { name: '<b>{name}' }).text).toBe('Weiter als &lt;b&gt;{name}');
  expect(say(look, 'goOnAs', { name: html`<b>Ada</b>` }).text).toBe('Weiter als <b>Ada</b>');
});

it.each([
  [['pt-BR', 'en'], 'pt'],
  [[undefined, '', 'xx', 'AR-eg'], 'ar'],
  [['constructor', 'nl'], 'en'],
])('of %j take %s', (wanted, language) => {
  expect(languageFor(wanted)).toBe(language);
});

it("say what went wrong in the reader's language, in general words where there are no others", () => {
  const look = { brand: 'Sextant', assets: '', language: 'es' } as const;

  expect(problemText(look, AUTH_ERRORS.wrongPassword()).text).toBe(
    'La contraseña es incorrecta o hubo demasiados intentos.',
  );
  const length = { reason: 'passwordLength', min: 12, max: 256 };
  expect(problemText(look, AUTH_ERRORS.weakPassword({ message: '…', details: length })).text).toBe(
    'La contraseña debe tener de 12 a 256 caracteres.',
  );
  expect(problemText(look, AUTH_ERRORS.invalid({ message: 'Something else.' })).text).toBe(
    'La petición no es válida.',
  );
});
