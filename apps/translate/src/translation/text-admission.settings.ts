import { integer, settingsOf } from '@sextant/platform-runtime/config';

export class TextAdmissionSettings extends settingsOf({
  textCharactersAtOnce: integer(
    'TEXT_CHARACTERS_AT_ONCE',
    'Characters of long requests that are translated at once; the others wait, organizations by turns. Short requests do not wait for long ones.',
    { default: 256_000, min: 1, max: 1_000_000_000 },
  ),
  textCharactersWaiting: integer(
    'TEXT_CHARACTERS_WAITING',
    'Characters of one organization that may wait for that; more are 429.',
    { default: 1_000_000, min: 1, max: 1_000_000_000 },
  ),
}) {}
