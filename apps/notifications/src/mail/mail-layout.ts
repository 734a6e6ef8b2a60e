import { readFileSync } from 'node:fs';
import { parse } from '@sextant/go-template';
import { escapeHtml, mailTextOf, type MailLayout } from '@sextant/platform-mail';

const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur']);
const FILE = new URL('../../mail/layout.html', import.meta.url);

/** What MJML made of `mail/layout.mjml` (`node mail/build.mjs`), and plain text of the same words. */
export function mailLayout(): MailLayout {
  const template = parse('layout', readFileSync(FILE, 'utf8'), {
    missingKey: 'error',
    limits: { output: 256 * 1024 },
  });
  return (mail) => {
    const { language, subject, link = '', action = '' } = mail;
    const [paragraphs, notes] = [mail.paragraphs.filter(isText), mail.notes.filter(isText)];
    return {
      text: mailTextOf({ ...mail, paragraphs, notes }),
      html: template.execute({
        language,
        direction: RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr',
        subject: escapeHtml(subject),
        paragraphs: paragraphs.map(htmlOf),
        action: escapeHtml(action),
        link: escapeHtml(link),
        notes: notes.map(linked),
      }),
    };
  };
}

const isText = (text: string): boolean => text.trim() !== '';

const htmlOf = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

const linked = (text: string): string =>
  htmlOf(text).replaceAll(
    /https?:\/\/[^\s<]+/g,
    (address) => `<a href="${address}">${address}</a>`,
  );
