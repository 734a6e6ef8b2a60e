import type { Clock } from '@sextant/platform-clock';
import {
  inTime,
  MailRefused,
  type MailTemplates,
  type MailTransport,
} from '@sextant/platform-mail';
import type { MailContent } from './mail.js';
import type { MailMessage, Mailer } from './mailings.js';
import type { Unsubscriptions } from './unsubscriptions.js';
import { kindName } from './mail-texts.js';

export interface TemplateMailerUses {
  readonly templates: MailTemplates;
  readonly transport: MailTransport;
  readonly unsubscriptions: Pick<Unsubscriptions, 'tokenOf'>;
  readonly clock: Clock;
}

export interface TemplateMailerOptions {
  /** Under which people reach the service, without a path. */
  readonly publicUrl: string;
}

export interface WordedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: string;
}

/** Finds the words of mails, and hands them over. */
export class TemplateMailer implements Mailer {
  constructor(
    private readonly uses: TemplateMailerUses,
    private readonly options: TemplateMailerOptions,
  ) {}

  async send(letter: MailMessage): Promise<'sent' | 'refused'> {
    const { transport, clock } = this.uses;
    const { id, to } = letter;
    const mail = {
      ...{ id, to, ...this.word(letter) },
      date: new Date(clock.nowMs()),
      // RFC 8058: one press in the mail program, by POST alone. DKIM signs both headers.
      headers: {
        'List-Unsubscribe': `<${this.#stopLink(letter)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    };
    try {
      await inTime(transport.send(mail));
      return 'sent';
    } catch (error) {
      if (error instanceof MailRefused) return 'refused';
      throw error;
    }
  }

  word(letter: MailMessage): WordedMail {
    const { templates } = this.uses;
    const { kind, locale, items, more } = letter;
    const language = templates.languageOf([locale]);
    const [first] = items;
    return templates.render(kind, [locale], {
      title: first?.title ?? '',
      description: first?.description ?? '',
      from: first?.fromUserName ?? '',
      count: String(items.length + more),
      more: more === 0 ? '' : String(more),
      list: items.map((item) => lineOf(item, language)).join('\n'),
      link: new URL('/api/notifications/inbox', this.options.publicUrl).href,
      stop: this.#stopLink(letter),
    });
  }

  #stopLink({ user, kind }: MailMessage): string {
    const link = new URL('/api/notifications/unsubscribe', this.options.publicUrl);
    link.searchParams.set('token', this.uses.unsubscriptions.tokenOf(user, kind));
    return link.href;
  }
}

function lineOf({ title, fromUserName, notificationType }: MailContent, language: string): string {
  const kind = kindName(language, notificationType);
  const line = `• ${kind}: ${title}${fromUserName === undefined ? '' : ` (${fromUserName})`}`;
  // What somebody wrote must not begin the line of another one.
  return line.replaceAll(/[\p{Cc}\s]+/gu, ' ');
}
