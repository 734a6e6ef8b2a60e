import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { inTime, MailRefused, MailTemplates } from '@sextant/platform-mail';
import type { MailContent } from './mail.js';
import type { MailMessage, Mailer } from './mailings.js';
import { PublicUrl } from '../access/public-url.js';
import { MailDelivery } from './mail-delivery.js';
import { Unsubscriptions } from './unsubscriptions.js';
import { kindName } from './mail-texts.js';

export interface WordedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: string;
}

/** Finds the words of mails, and hands them over. */
@Injectable()
export class TemplateMailer implements Mailer {
  constructor(
    private readonly templates: MailTemplates,
    private readonly delivery: MailDelivery,
    private readonly unsubscriptions: Unsubscriptions,
    private readonly publicUrl: PublicUrl,
    private readonly clock: Clock,
  ) {}

  get isOn(): boolean {
    return this.delivery.transport !== undefined;
  }

  async send(mail: MailMessage): Promise<'sent' | 'refused'> {
    const { transport } = this.delivery;
    if (transport === undefined) throw new Error('Nothing sends e-mail here.');
    const { id, to } = mail;
    const worded = {
      ...{ id, to, ...this.word(mail) },
      date: new Date(this.clock.nowMs()),
      // RFC 8058: one press in the mail program, by POST alone. DKIM signs both headers.
      headers: {
        'List-Unsubscribe': `<${this.#stopLink(mail)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    };
    try {
      await inTime(transport.send(worded));
      return 'sent';
    } catch (error) {
      if (error instanceof MailRefused) return 'refused';
      throw error;
    }
  }

  word(mail: MailMessage): WordedMail {
    const { templates } = this;
    const { kind, locale, items, more } = mail;
    const language = templates.languageOf([locale]);
    const [first] = items;
    return templates.render(kind, [locale], {
      title: first?.title ?? '',
      description: first?.description ?? '',
      from: first?.fromUserName ?? '',
      count: String(items.length + more),
      more: more === 0 ? '' : String(more),
      list: items.map((item) => lineOf(item, language)).join('\n'),
      link: new URL('/inbox', this.publicUrl.href).href,
      stop: this.#stopLink(mail),
    });
  }

  #stopLink({ user, kind }: MailMessage): string {
    const link = new URL('/api/notifications/unsubscribe', this.publicUrl.href);
    link.searchParams.set('token', this.unsubscriptions.tokenOf(user, kind));
    return link.href;
  }
}

function lineOf({ title, fromUserName, notificationType }: MailContent, language: string): string {
  const kind = kindName(language, notificationType);
  const line = `• ${kind}: ${title}${fromUserName === undefined ? '' : ` (${fromUserName})`}`;
  // What somebody wrote must not begin the line of another one.
  return line.replaceAll(/[\p{Cc}\s]+/gu, ' ');
}
