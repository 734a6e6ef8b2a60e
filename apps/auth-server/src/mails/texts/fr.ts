import type { AccountMailTexts, FactorChangeTexts } from './account-mail-texts.js';

/** French. */
export const fr: AccountMailTexts = {
  'reset-password': {
    subject: 'Nouveau mot de passe pour {{.brand}}',
    paragraphs: [
      'Bonjour {{.name}},',
      'quelqu’un a demandé un nouveau mot de passe pour votre compte.',
    ],
    action: 'Choisir un mot de passe',
    notes: [
      'Le lien sert une seule fois, pendant 30 minutes.',
      'Si ce n’était pas vous, ignorez ce message : rien ne change.',
    ],
  },
  'password-changed': {
    subject: 'Votre mot de passe a changé',
    paragraphs: [
      'Bonjour {{.name}},',
      'le mot de passe de votre compte {{.brand}} a été changé à {{.at}}. Toutes les sessions sont terminées.',
    ],
    action: 'Ce n’était pas moi : en choisir un autre',
  },
  'verify-address': {
    subject: 'Confirmez votre adresse',
    paragraphs: [
      'Bonjour {{.name}},',
      'veuillez confirmer que c’est bien votre adresse chez {{.brand}}.',
    ],
    action: 'Confirmer l’adresse',
    notes: [
      'Le lien sert une seule fois, pendant un jour.',
      'Si ce n’était pas vous, ignorez ce message : rien ne change.',
    ],
  },
  'change-address': {
    subject: 'Confirmez votre nouvelle adresse',
    paragraphs: [
      'Bonjour {{.name}},',
      'veuillez confirmer que c’est bien votre nouvelle adresse chez {{.brand}}. D’ici là, l’ancienne reste valable.',
    ],
    action: 'Confirmer la nouvelle adresse',
    notes: [
      'Le lien sert une seule fois, pendant un jour.',
      'Si ce n’était pas vous, ignorez ce message : rien ne change.',
    ],
  },
  'address-changed': {
    subject: 'Votre adresse a changé',
    paragraphs: [
      'Bonjour {{.name}},',
      'l’adresse de votre compte {{.brand}} a été remplacée par {{.address}} à {{.at}}.',
      'Si ce n’était pas vous, prévenez aussitôt les administrateurs.',
    ],
  },
  invitation: {
    subject: 'Invitation à {{.brand}}',
    paragraphs: ['Bonjour {{.name}},', 'vous êtes invité à rejoindre {{.brand}}.'],
    action: 'Créer mon compte',
    notes: ['Le lien sert une seule fois, pendant sept jours.'],
  },
  registration: {
    subject: 'Votre compte {{.brand}}',
    paragraphs: [
      'Bonjour {{.name}},',
      'quelqu’un veut créer un compte {{.brand}} avec cette adresse.',
    ],
    action: 'Créer le compte',
    notes: [
      'Le lien sert une seule fois, pendant un jour.',
      'Si ce n’était pas vous, ignorez ce message : rien ne change.',
    ],
  },
  'already-registered': {
    subject: 'Vous avez un compte {{.brand}}',
    paragraphs: [
      'Bonjour {{.name}},',
      'quelqu’un voulait créer un compte {{.brand}} avec cette adresse, mais vous en avez déjà un.',
    ],
    action: 'J’ai oublié mon mot de passe',
    notes: ['Si ce n’était pas vous, ignorez ce message : rien ne change.'],
  },
  'new-browser': {
    subject: 'Connexion avec un nouveau navigateur',
    paragraphs: [
      'Bonjour {{.name}},',
      'votre compte {{.brand}} a été utilisé avec un navigateur inconnu jusque-là : {{.browser}}, depuis {{.ip}}, à {{.at}}.',
    ],
    action: 'Ce n’était pas moi : nouveau mot de passe',
    notes: ['Si c’était vous, vous n’avez rien à faire.'],
  },
  approval: {
    subject: '{{.client}} demande votre accord',
    paragraphs: [
      'Bonjour {{.name}},',
      '{{.client}} vous demande de vous connecter à {{.brand}} et d’autoriser l’accès à votre compte.',
      'Ce message devrait y être affiché : {{.message}}',
    ],
    action: 'Voir la demande',
    notes: [
      'Le lien fonctionne une fois, pendant dix minutes.',
      'Si ce n’est pas vous qui avez commencé, ignorez cet e-mail : rien n’est autorisé.',
    ],
  },
  'factor-changed': {
    subject: 'Votre connexion a changé',
    paragraphs: [
      'Bonjour {{.name}},',
      '{{.what}} : votre compte {{.brand}}, à {{.at}}.',
      'Si ce n’était pas vous, prévenez aussitôt les administrateurs.',
    ],
  },
};

export const frChanges: FactorChangeTexts = {
  'totp-added': 'Une application d’authentification a été ajoutée',
  'totp-removed': 'Une application d’authentification a été retirée',
  'passkey-added': 'Une clé d’accès a été ajoutée',
  'passkey-removed': 'Une clé d’accès a été retirée',
  'recovery-added': 'De nouveaux codes de secours ont été créés',
  'all-removed': 'Tous les seconds facteurs ont été retirés',
  'upstream-added': 'Une connexion par {by} a été ajoutée',
  'upstream-removed': 'La connexion par {by} a été retirée',
};
