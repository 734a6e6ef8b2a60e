import type { Provider } from '@nestjs/common';
import { systemClock } from '@sextant/platform-clock';
import { MailTemplates, mailRouteOf } from '@sextant/platform-mail';
import { randomBytes } from 'node:crypto';
import { readReport } from './mail/delivery-report.js';
import { TemplateMailer } from './mail/template-mailer.js';
import { mailLayout } from './mail/mail-layout.js';
import { MAIL_TEXTS } from './mail/mail-texts.js';
import { PrometheusObserver } from './observability/prometheus-observer.js';
import type { NotificationsConfig } from './config.js';
import { Accounts } from './people/accounts.js';
import { Bounces } from './mail/bounces.js';
import { exampleMail } from './mail/example-mail.js';
import { Mailings } from './mail/mailings.js';
import { OwnPreferences } from './settings/own-preferences.js';
import { PushQueue } from './push/push-queue.js';
import { Snoozes } from './snoozes/snoozes.js';
import { STORAGE } from './storage/storage.js';
import { token } from './http/token.js';
import { Unsubscriptions } from './mail/unsubscriptions.js';
import { MAIL_PREVIEW } from './mail/mail.controller.js';
import { provide } from './provide.js';
import { SIGNALS } from './realtime.js';

const MAILER = token<TemplateMailer | undefined>('Mailer');

const clock = systemClock;

/** E-mail, how people want to be told, and what they have put off. */
export const mailProviders = (config: NotificationsConfig, isProduction: boolean): Provider[] => [
  provide(Unsubscriptions, [STORAGE], async (storage) => {
    const make = () => randomBytes(32).toString('base64');
    const key = Buffer.from(await storage.secrets.getOrMake('unsubscribe', make), 'base64');
    return new Unsubscriptions({ ...storage, key });
  }),
  provide(MAILER, [Unsubscriptions], (unsubscriptions) => {
    const route = mailRouteOf(config, isProduction);
    if (route === undefined) return undefined;
    const templates = new MailTemplates(MAIL_TEXTS, config.mailTemplates, mailLayout());
    const { transport } = route;
    const publicUrl = config.publicUrl ?? config.authIssuer;
    return new TemplateMailer({ templates, transport, unsubscriptions, clock }, { publicUrl });
  }),
  provide(MAIL_PREVIEW, [MAILER], (mailer) =>
    mailer === undefined
      ? undefined
      : (kind: string, locale: string) => mailer.word(exampleMail(kind, locale)),
  ),
  provide(
    Mailings,
    [STORAGE, MAILER, PrometheusObserver],
    (storage, mailer, observer) => new Mailings({ ...storage, mailer, clock, observer }),
  ),
  provide(
    Bounces,
    [STORAGE, PrometheusObserver],
    (storage, observer) => new Bounces({ ...storage, clock, observer, readReport }),
  ),
  provide(Accounts, [STORAGE], (storage) => new Accounts(storage)),
  provide(OwnPreferences, [STORAGE], (storage) => new OwnPreferences(storage)),
  provide(
    Snoozes,
    [STORAGE, PushQueue, SIGNALS, PrometheusObserver],
    (storage, pushes, signals, observer) =>
      new Snoozes({ ...storage, pushes, signals, clock, observer }),
  ),
];
