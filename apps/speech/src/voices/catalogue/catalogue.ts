import type { Gender, Voice, VoiceLicence } from './voice.js';
import { LANGUAGES } from '../../languages/espeak-languages.js';

const ENGLISH_NAMES = new Intl.DisplayNames('en', { type: 'language' });

interface Described {
  readonly id: string;
  readonly displayName: string;
  readonly gender: Gender;
  readonly locale: string;
  readonly engine: string;
  readonly engineVoice: string;
  readonly tags: readonly string[];
}

/** The licences of the engines' packages, which bring the voices. */
const LICENCES: Readonly<Record<string, VoiceLicence>> = {
  'espeak-ng': { name: 'GPL-3.0-or-later', commercialUse: 'allowed' },
  flite: { name: 'BSD-4-Clause', commercialUse: 'allowed' },
};

const shared = (voice: Described): Voice => ({
  ...voice,
  type: 'shared',
  rate: 1,
  pitch: 1,
  ...licenceOf(voice.engine),
});

function licenceOf(engine: string): Pick<Voice, 'licence'> {
  const licence = LICENCES[engine];
  return licence === undefined ? {} : { licence };
}

/** The variants of espeak-ng that make a voice a man's and a woman's. */
const VARIANTS: readonly (readonly [Gender, string])[] = [
  ['male', ''],
  ['female', '+f3'],
];

const espeakVoices = LANGUAGES.flatMap(([locale, name]) =>
  VARIANTS.map(([gender, variant]) =>
    shared({
      id: `${locale.toLowerCase()}-${gender}`,
      displayName: `${ENGLISH_NAMES.of(locale) ?? locale}, ${gender}`,
      gender,
      locale,
      engine: 'espeak-ng',
      engineVoice: `${name}${variant}`,
      tags: ['formant'],
    }),
  ),
);

const flite = (
  id: string,
  displayName: string,
  { gender, locale, voice }: { gender: Gender; locale: string; voice: string },
): Voice =>
  shared({
    id,
    displayName,
    gender,
    locale,
    engine: 'flite',
    engineVoice: voice,
    tags: ['recorded'],
  });

/** Names that users of the published service know, on the voices that are here. */
const named = (
  id: string,
  displayName: string,
  { gender, voice }: { gender: Gender; voice: string },
): Voice =>
  shared({
    id,
    displayName,
    gender,
    locale: 'en-US',
    engine: 'espeak-ng',
    engineVoice: voice,
    tags: ['formant'],
  });

/** The voices that every workspace has. */
export const SHARED_VOICES: readonly Voice[] = [
  named('george', 'George', { gender: 'male', voice: 'en-us+m3' }),
  flite('henry', 'Henry', { gender: 'male', locale: 'en-US', voice: 'rms' }),
  flite('carly', 'Carly', { gender: 'female', locale: 'en-US', voice: 'slt' }),
  named('lisa', 'Lisa', { gender: 'female', voice: 'en-us+f2' }),
  flite('scott', 'Scott', { gender: 'male', locale: 'en-GB-scotland', voice: 'awb' }),
  flite('kal', 'Kal', { gender: 'male', locale: 'en-US', voice: 'kal16' }),
  ...espeakVoices,
];
