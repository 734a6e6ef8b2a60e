import { list, settingsOf, toggle } from '@sextant/platform-runtime/config';

/** Who makes accounts. */
export class RegistrationSettings extends settingsOf({
  selfRegistration: toggle(
    'SELF_REGISTRATION',
    'Whether people may make accounts by themselves, with an address that they prove.',
    { default: false },
  ),
  registrationDomains: list(
    'REGISTRATION_DOMAINS',
    'Domains of the addresses that people may make accounts with; all if absent.',
    { example: 'example.org,example.com' },
  ),
}) {}
