import { custom, list, settingsOf, text, type Kind } from '@sextant/platform-runtime/config';

/** Push services refuse messages whose sender cannot be reached; Apple's also tells false from true. */
const subject: Kind<string> = {
  expected: 'a mailto: or https: address that is not on localhost or .invalid',
  parse: (value) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    if (parsed === undefined || !/^(mailto|https):$/.test(parsed.protocol)) return undefined;
    const host = parsed.hostname === '' ? parsed.pathname.split('@')[1] : parsed.hostname;
    return host === undefined || /(^|\.)(localhost|invalid)$/i.test(host) ? undefined : value;
  },
};

const base64url = (bytes: number): Kind<string> => ({
  expected: `${bytes} bytes in base64url`,
  parse: (value) =>
    /^[\w-]+$/.test(value) && Buffer.from(value, 'base64url').length === bytes ? value : undefined,
});

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
