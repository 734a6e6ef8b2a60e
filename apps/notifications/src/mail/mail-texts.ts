import type { MailText, MailTexts } from '@sextant/platform-mail';
import { NOTIFICATION_TYPES, type NotificationType } from '../notifications/notification.js';

/** What a language has to say. */
interface Words {
  /** What each kind is, before its title. */
  readonly kinds: Readonly<Record<NotificationType, string>>;
  /** `{{.from}}` is the sender. */
  readonly wrote: string;
  readonly open: string;
  readonly why: string;
  readonly stop: string;
  /** `{{.count}}` is their number. */
  readonly many: string;
  readonly more: string;
}

const EN: Words = {
  kinds: {
    direct: 'Message',
    classInvitation: 'Invitation',
    classCancellation: 'Cancelled',
    classApproval: 'Approved',
    classApprovalCancel: 'Approval withdrawn',
    scheduleStart: 'Beginning',
    newPost: 'New post',
    reminder: 'Reminder',
  },
  wrote: '{{.from}} wrote to you.',
  open: 'Open your notifications',
  why: 'You get this mail because your preferences ask for it.',
  stop: 'Stop mails of this kind: {{.stop}}',
  many: '{{.count}} new notifications',
  more: 'and {{.more}} more',
};

const ES: Words = {
  kinds: {
    direct: 'Mensaje',
    classInvitation: 'Invitación',
    classCancellation: 'Cancelación',
    classApproval: 'Aprobación',
    classApprovalCancel: 'Aprobación retirada',
    scheduleStart: 'Comienzo',
    newPost: 'Nueva publicación',
    reminder: 'Recordatorio',
  },
  wrote: '{{.from}} te ha escrito.',
  open: 'Abrir tus notificaciones',
  why: 'Recibes este correo porque así lo piden tus preferencias.',
  stop: 'No recibir más correos de este tipo: {{.stop}}',
  many: '{{.count}} notificaciones nuevas',
  more: 'y {{.more}} más',
};

const DE: Words = {
  kinds: {
    direct: 'Nachricht',
    classInvitation: 'Einladung',
    classCancellation: 'Abgesagt',
    classApproval: 'Bestätigt',
    classApprovalCancel: 'Bestätigung zurückgezogen',
    scheduleStart: 'Beginn',
    newPost: 'Neuer Beitrag',
    reminder: 'Erinnerung',
  },
  wrote: '{{.from}} hat Ihnen geschrieben.',
  open: 'Mitteilungen öffnen',
  why: 'Diese E-Mail kommt, weil Ihre Einstellungen es so wollen.',
  stop: 'Keine E-Mails dieser Art mehr: {{.stop}}',
  many: '{{.count}} neue Mitteilungen',
  more: 'und {{.more}} weitere',
};

const single = (words: Words, kind: NotificationType): MailText => ({
  subject: kind === 'direct' ? '{{.title}}' : `${words.kinds[kind]}: {{.title}}`,
  paragraphs: [`{{if .from}}${words.wrote}{{end}}`, '{{.title}}', '{{.description}}'],
  action: words.open,
  notes: [words.why, words.stop],
});

const digest = (words: Words): MailText => ({
  subject: words.many,
  paragraphs: ['{{.list}}', `{{if .more}}${words.more}{{end}}`],
  action: words.open,
  notes: [words.why, words.stop],
});

const textsOf = (words: Words): Readonly<Record<string, MailText>> => ({
  ...Object.fromEntries(NOTIFICATION_TYPES.map((kind) => [kind, single(words, kind)])),
  digest: digest(words),
});

const WORDS: Readonly<Record<string, Words>> = { en: EN, es: ES, de: DE };

/** The mails, by language and by kind; `digest` tells of several notifications. */
export const MAIL_TEXTS: MailTexts = Object.fromEntries(
  Object.entries(WORDS).map(([language, words]) => [language, textsOf(words)]),
);

/** What a kind is called in a list. */
export const kindName = (language: string, kind: NotificationType): string =>
  (WORDS[language] ?? EN).kinds[kind];
