import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import { MailTemplates, type OutgoingMail } from '@sextant/platform-mail';
import type { MailMessage } from './mailings.js';
import { TemplateMailer } from './template-mailer.js';
import { MAIL_TEXTS } from './mail-texts.js';

/** Begins a header, a line of the list, a tag and a template. */
const HOSTILE =
  'Hello\r\nBcc: victim@example.org\r\n\r\n• New post: Pay here (The headmaster)\n<img src=x onerror=alert(1)> {{.link}} {{len .x}}';

describe('letters about texts that others have written', () => {
  const mails: OutgoingMail[] = [];
  const mailer = new TemplateMailer(
    new MailTemplates(MAIL_TEXTS),
    { transport: { send: (mail) => Promise.resolve(void mails.push(mail)) } },
    { tokenOf: () => 'token' } as never,
    { href: 'https://school.example.org' },
    new FakeClock('2026-11-25T08:00:00Z'),
  );
  const item = {
    ...{ title: HOSTILE, description: HOSTILE, fromUserName: HOSTILE },
    notificationType: 'direct' as const,
  };
  const letter: MailMessage = {
    ...{ id: 'id', user: '0'.repeat(24), to: 'reader@example.org', locale: 'en' },
    ...{ kind: 'direct', items: [item], more: 0 },
  };
  const sent = async (change: Partial<MailMessage> = {}) => {
    await mailer.send({ ...letter, ...change });
    return mails.at(-1);
  };

  it.each(['direct', 'digest', 'newPost', 'reminder'] as const)(
    'begin no header and no tag, and fill in no template: %s',
    async (kind) => {
      const mail = await sent({ kind });

      expect(mail?.subject).not.toMatch(/[\r\n]/);
      expect(mail?.html).not.toContain('<img');
      expect(mail?.text).toContain('{{.link}} {{len .x}}');
    },
  );

  it('are one line each of a digest, whatever lines they have', async () => {
    const mail = await sent({ kind: 'digest', items: [item, { ...item, title: 'Other' }] });

    const lines = mail?.text.split('\n').filter((line) => line.startsWith('•')) ?? [];
    expect(lines).toHaveLength(2);
  });
});
