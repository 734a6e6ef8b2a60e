import { describe, expect, it } from '@jest/globals';
import { MailTemplates } from '@sextant/platform-mail';
import { MAILS } from '../account-mailer.js';
import { en, enChanges } from './en.js';
import { FACTOR_CHANGES, factorChangeText, MAIL_TEXTS } from './index.js';

const VALUES = {
  brand: 'Sextant',
  name: 'Ada',
  link: 'https://login.example/account/x?token=t',
  at: '2026-01-01 00:00 UTC',
  address: 'new@example.org',
  browser: 'Firefox, Linux',
  ip: '192.0.2.1',
  client: 'Bank',
  message: 'W4SCT',
  what: 'An authenticator app was added',
};
const languages = Object.keys(MAIL_TEXTS);
const valuesOf = (text: object) =>
  [...new Set(JSON.stringify(text).match(/\{\{\.\w+\}\}/g))].toSorted();

describe.each(languages)('the mails in %s', (language) => {
  const templates = new MailTemplates(MAIL_TEXTS);

  it.each(MAILS)('%s says what the English one says', (name) => {
    const text = MAIL_TEXTS[language]?.[name];

    expect(valuesOf(text ?? {})).toEqual(valuesOf(en[name]));
    expect(text?.action === undefined).toBe(en[name].action === undefined);
    expect(templates.render(name, [language], VALUES)).toMatchObject({ language });
  });
});

it.each(Object.keys(enChanges) as (keyof typeof enChanges)[])(
  'say %s in words of their own in each language',
  (kind) => {
    const said = languages.map((language) => factorChangeText(language, { kind, by: 'GitHub' }));

    expect(new Set(said).size).toBe(languages.length);
    expect(said.every((text) => text.includes('GitHub') === kind.startsWith('upstream'))).toBe(
      true,
    );
    expect(Object.keys(FACTOR_CHANGES).toSorted()).toEqual(languages.toSorted());
  },
);

it('are in all languages of the service, none twice', () => {
  expect(languages.toSorted()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'pt', 'ru']);
  const subjects = languages.map((language) => MAIL_TEXTS[language]?.['reset-password'].subject);
  expect(new Set(subjects).size).toBe(languages.length);
});
