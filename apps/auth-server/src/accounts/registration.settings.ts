import { list, optional, settingsOf, toggle } from '@sextant/platform-runtime/config';

/** Who makes accounts. */
export class RegistrationSettings extends settingsOf({
  selfRegistration: toggle({
    env: 'SELF_REGISTRATION',
    description: 'Whether people may make accounts by themselves, with an address that they prove.',
    example: 'false',
    default: false,
  }),
  registrationDomains: optional(
    list({
      env: 'REGISTRATION_DOMAINS',
      description: 'Domains of the addresses that people may make accounts with; all if absent.',
      example: 'example.org,example.com',
    }),
  ),
}) {}
