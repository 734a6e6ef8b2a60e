import { custom, settingsOf } from '@sextant/platform-runtime/config';
import { serviceAddresses } from './service-addresses.js';

/** What else runs here. */
export class ServicesSettings extends settingsOf({
  services: custom(
    serviceAddresses,
    'SERVICES',
    'Services whose pages the side bar lists, with =URL for one that is elsewhere; without it each page stands alone.',
    { example: 'translate,auth-server,speech=https://speech.example.org' },
  ),
}) {}
