import type { AccountMailTexts, FactorChangeTexts } from './account-mail-texts.js';

/** German. */
export const de: AccountMailTexts = {
  'reset-password': {
    subject: 'Neues Passwort für {{.brand}}',
    paragraphs: [
      'Guten Tag {{.name}},',
      'jemand hat für Ihr Konto ein neues Passwort angefordert.',
    ],
    action: 'Passwort wählen',
    notes: [
      'Der Link gilt einmal, 30 Minuten lang.',
      'Wenn Sie das nicht waren, ignorieren Sie diese Nachricht: Es ändert sich nichts.',
    ],
  },
  'password-changed': {
    subject: 'Ihr Passwort wurde geändert',
    paragraphs: [
      'Guten Tag {{.name}},',
      'das Passwort Ihres Kontos bei {{.brand}} wurde um {{.at}} geändert. Alle Sitzungen sind beendet.',
    ],
    action: 'Das war ich nicht: neues setzen',
  },
  'verify-address': {
    subject: 'Bestätigen Sie Ihre Adresse',
    paragraphs: [
      'Guten Tag {{.name}},',
      'bitte bestätigen Sie, dass dies Ihre E-Mail-Adresse bei {{.brand}} ist.',
    ],
    action: 'Adresse bestätigen',
    notes: [
      'Der Link gilt einmal, einen Tag lang.',
      'Wenn Sie das nicht waren, ignorieren Sie diese Nachricht: Es ändert sich nichts.',
    ],
  },
  'change-address': {
    subject: 'Bestätigen Sie Ihre neue Adresse',
    paragraphs: [
      'Guten Tag {{.name}},',
      'bitte bestätigen Sie, dass dies Ihre neue E-Mail-Adresse bei {{.brand}} ist. Bis dahin gilt die alte.',
    ],
    action: 'Neue Adresse bestätigen',
    notes: [
      'Der Link gilt einmal, einen Tag lang.',
      'Wenn Sie das nicht waren, ignorieren Sie diese Nachricht: Es ändert sich nichts.',
    ],
  },
  'address-changed': {
    subject: 'Ihre Adresse wurde geändert',
    paragraphs: [
      'Guten Tag {{.name}},',
      'die E-Mail-Adresse Ihres Kontos bei {{.brand}} wurde um {{.at}} auf {{.address}} geändert.',
      'Wenn Sie das nicht waren, sagen Sie es sofort den Administratoren.',
    ],
  },
  invitation: {
    subject: 'Einladung zu {{.brand}}',
    paragraphs: ['Guten Tag {{.name}},', 'Sie sind zu {{.brand}} eingeladen.'],
    action: 'Konto anlegen',
    notes: ['Der Link gilt einmal, sieben Tage lang.'],
  },
  registration: {
    subject: 'Ihr Konto bei {{.brand}}',
    paragraphs: [
      'Guten Tag {{.name}},',
      'jemand möchte mit dieser Adresse ein Konto bei {{.brand}} anlegen.',
    ],
    action: 'Konto anlegen',
    notes: [
      'Der Link gilt einmal, einen Tag lang.',
      'Wenn Sie das nicht waren, ignorieren Sie diese Nachricht: Es ändert sich nichts.',
    ],
  },
  'already-registered': {
    subject: 'Sie haben ein Konto bei {{.brand}}',
    paragraphs: [
      'Guten Tag {{.name}},',
      'jemand wollte mit dieser Adresse ein Konto bei {{.brand}} anlegen, aber Sie haben schon eines.',
    ],
    action: 'Ich habe mein Passwort vergessen',
    notes: ['Wenn Sie das nicht waren, ignorieren Sie diese Nachricht: Es ändert sich nichts.'],
  },
  'new-browser': {
    subject: 'Anmeldung mit einem neuen Browser',
    paragraphs: [
      'Guten Tag {{.name}},',
      'Ihr Konto bei {{.brand}} wurde mit einem Browser benutzt, mit dem es noch nie benutzt wurde: {{.browser}}, von {{.ip}}, um {{.at}}.',
    ],
    action: 'Das war ich nicht: neues Passwort setzen',
    notes: ['Wenn Sie es waren, müssen Sie nichts tun.'],
  },
  approval: {
    subject: '{{.client}} bittet um Ihre Zustimmung',
    paragraphs: [
      'Hallo {{.name}},',
      '{{.client}} bittet Sie, sich bei {{.brand}} anzumelden und den Zugriff auf Ihr Konto zu erlauben.',
      'Dort sollte diese Nachricht stehen: {{.message}}',
    ],
    action: 'Anfrage ansehen',
    notes: [
      'Der Link gilt einmal, zehn Minuten lang.',
      'Wenn nicht Sie das begonnen haben, beachten Sie diese E-Mail nicht: Es wird nichts erlaubt.',
    ],
  },
  'factor-changed': {
    subject: 'Ihre Anmeldung wurde geändert',
    paragraphs: [
      'Guten Tag {{.name}},',
      '{{.what}}: Ihr Konto bei {{.brand}}, um {{.at}}.',
      'Wenn Sie das nicht waren, sagen Sie es sofort den Administratoren.',
    ],
  },
};

export const deChanges: FactorChangeTexts = {
  'totp-added': 'Eine Authenticator-App wurde hinzugefügt',
  'totp-removed': 'Eine Authenticator-App wurde entfernt',
  'passkey-added': 'Ein Passkey wurde hinzugefügt',
  'passkey-removed': 'Ein Passkey wurde entfernt',
  'recovery-added': 'Neue Wiederherstellungscodes wurden erstellt',
  'all-removed': 'Alle zweiten Faktoren wurden entfernt',
  'upstream-added': 'Eine Anmeldung über {by} wurde hinzugefügt',
  'upstream-removed': 'Die Anmeldung über {by} wurde entfernt',
};
