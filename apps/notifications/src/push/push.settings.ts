import {
  custom,
  list,
  optional,
  settingsOf,
  text,
  type Kind,
} from '@sextant/platform-runtime/config';

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
  vapidSubject: custom(subject, {
    env: 'VAPID_SUBJECT',
    description: 'Address of the operator for push services.',
    example: 'mailto:operator@example.org',
    developmentDefault: 'mailto:operator@example.org',
  }),
  vapidPublicKey: optional(
    custom(base64url(65), {
      env: 'VAPID_PUBLIC_KEY',
      description:
        'Public key for Web Push; a pair is made once and kept in the database if absent.',
      example: 'BNc…',
    }),
  ),
  vapidPrivateKey: optional(
    custom(base64url(32), {
      env: 'VAPID_PRIVATE_KEY',
      description: 'The private key that belongs to it.',
      example: 'uJk…',
      secret: true,
    }),
  ),
  pushAllowHosts: optional(
    list({
      env: 'PUSH_ALLOW_HOSTS',
      description: 'Push services in private networks that may be called: host or host:port.',
      example: 'push.intranet:8443',
    }),
  ),
  pushCaFile: optional(
    text({
      env: 'PUSH_CA_FILE',
      description:
        'PEM file of a certificate authority for push services, instead of the usual ones.',
      example: '/etc/ssl/intranet.pem',
    }),
  ),
}) {}
