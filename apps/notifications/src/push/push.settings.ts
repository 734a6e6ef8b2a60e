import { custom, list, settingsOf, text } from '@sextant/platform-runtime/config';
import { base64url, subject } from './vapid-kinds.js';

/** How the service speaks to push services. */
export class PushSettings extends settingsOf({
  vapidSubject: custom(subject, 'VAPID_SUBJECT', 'Address of the operator for push services.', {
    example: 'mailto:operator@example.org',
    developmentDefault: 'mailto:operator@example.org',
  }),
  vapidPublicKey: custom(
    base64url(65),
    'VAPID_PUBLIC_KEY',
    'Public key for Web Push; a pair is made once and kept in the database if absent.',
    { example: 'BNc…' },
  ),
  vapidPrivateKey: custom(
    base64url(32),
    'VAPID_PRIVATE_KEY',
    'The private key that belongs to it.',
    { example: 'uJk…', secret: true },
  ),
  pushAllowHosts: list(
    'PUSH_ALLOW_HOSTS',
    'Push services in private networks that may be called: host or host:port.',
    { example: 'push.intranet:8443' },
  ),
  pushCaFile: text(
    'PUSH_CA_FILE',
    'PEM file of a certificate authority for push services, instead of the usual ones.',
    { example: '/etc/ssl/intranet.pem' },
  ),
}) {}
