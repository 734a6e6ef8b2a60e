import type { AccountMailTexts, FactorChangeTexts } from './account-mail-texts.js';

/** English. */
export const en: AccountMailTexts = {
  'reset-password': {
    subject: 'New password for {{.brand}}',
    paragraphs: ['Hello {{.name}},', 'Somebody asked for a new password for your account.'],
    action: 'Choose a password',
    notes: [
      'The link works once, for 30 minutes.',
      'If it was not you, ignore this mail: nothing changes.',
    ],
  },
  'password-changed': {
    subject: 'Your password was changed',
    paragraphs: [
      'Hello {{.name}},',
      'the password of your account at {{.brand}} was changed at {{.at}}. All sessions have ended.',
    ],
    action: 'It was not me: set a new one',
  },
  'verify-address': {
    subject: 'Confirm your address',
    paragraphs: [
      'Hello {{.name}},',
      'please confirm that this is your e-mail address at {{.brand}}.',
    ],
    action: 'Confirm the address',
    notes: [
      'The link works once, for a day.',
      'If it was not you, ignore this mail: nothing changes.',
    ],
  },
  'change-address': {
    subject: 'Confirm your new address',
    paragraphs: [
      'Hello {{.name}},',
      'please confirm that this is your new e-mail address at {{.brand}}. Until then the old one stays.',
    ],
    action: 'Confirm the new address',
    notes: [
      'The link works once, for a day.',
      'If it was not you, ignore this mail: nothing changes.',
    ],
  },
  'address-changed': {
    subject: 'Your address was changed',
    paragraphs: [
      'Hello {{.name}},',
      'the e-mail address of your account at {{.brand}} was changed to {{.address}} at {{.at}}.',
      'If it was not you, tell the administrators at once.',
    ],
  },
  invitation: {
    subject: 'You are invited to {{.brand}}',
    paragraphs: ['Hello {{.name}},', 'you are invited to {{.brand}}.'],
    action: 'Create your account',
    notes: ['The link works once, for seven days.'],
  },
  registration: {
    subject: 'Your account at {{.brand}}',
    paragraphs: [
      'Hello {{.name}},',
      'somebody wants to create an account at {{.brand}} with this address.',
    ],
    action: 'Create the account',
    notes: [
      'The link works once, for a day.',
      'If it was not you, ignore this mail: nothing changes.',
    ],
  },
  'already-registered': {
    subject: 'You have an account at {{.brand}}',
    paragraphs: [
      'Hello {{.name}},',
      'somebody wanted to create an account at {{.brand}} with this address, but you have one already.',
    ],
    action: 'I forgot my password',
    notes: ['If it was not you, ignore this mail: nothing changes.'],
  },
  'new-browser': {
    subject: 'Sign-in with a new browser',
    paragraphs: [
      'Hello {{.name}},',
      'your account at {{.brand}} was used with a browser that it had not been used with before: {{.browser}}, from {{.ip}}, at {{.at}}.',
    ],
    action: 'It was not me: set a new password',
    notes: ['If it was you, there is nothing to do.'],
  },
  approval: {
    subject: '{{.client}} asks for your approval',
    paragraphs: [
      'Hello {{.name}},',
      '{{.client}} asks you to sign in at {{.brand}} and to allow it access to your account.',
      'It should show this message: {{.message}}',
    ],
    action: 'See the request',
    notes: [
      'The link works once, for ten minutes.',
      'If it was not you who started this, ignore this mail: nothing is allowed.',
    ],
  },
  'factor-changed': {
    subject: 'Your sign-in was changed',
    paragraphs: [
      'Hello {{.name}},',
      '{{.what}}: your account at {{.brand}}, at {{.at}}.',
      'If it was not you, tell the administrators at once.',
    ],
  },
};

export const enChanges: FactorChangeTexts = {
  'totp-added': 'An authenticator app was added',
  'totp-removed': 'An authenticator app was removed',
  'passkey-added': 'A passkey was added',
  'passkey-removed': 'A passkey was removed',
  'recovery-added': 'New recovery codes were made',
  'all-removed': 'All second factors were removed',
  'upstream-added': 'A sign-in by {by} was added',
  'upstream-removed': 'The sign-in by {by} was removed',
};
