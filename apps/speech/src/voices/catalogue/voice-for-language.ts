import { espeakLanguage } from '../../languages/espeak-languages.js';
import type { Voice } from './voice.js';

const primary = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

/** Of servers that do not tell. */
const speaksAny = ({ tags }: Voice): boolean => tags.includes('multilingual');

/**
 * The voice that says a language for another: itself where it can, a speaker of espeak-ng in that language, else one of the
 * same engine or of the same gender. Nothing where no voice speaks it.
 *
 * @param language BCP 47
 */
export function voiceFor(
  voice: Voice,
  language: string,
  shared: readonly Voice[],
): Voice | undefined {
  if (speaksAny(voice)) return voice;
  const isOwn = primary(voice.locale) === primary(language);
  if (voice.engine === 'espeak-ng') return inLanguage(voice, language);
  return isOwn ? voice : bestOf(voicesOf(language, shared), voice, language);
}

/** Those that speak a language, whatever its region. */
export const voicesOf = (language: string, shared: readonly Voice[]): readonly Voice[] =>
  shared.filter(({ locale }) => primary(locale) === primary(language));

/** The variant makes the speaker, the rest the language. */
function inLanguage(voice: Voice, language: string): Voice | undefined {
  const name = espeakLanguage(language);
  if (name === undefined) return undefined;
  const [own = '', variant] = voice.engineVoice.split('+');
  if (own === name || (!/[-_]/.test(language) && primary(voice.locale) === primary(language))) {
    return voice;
  }
  return {
    ...voice,
    locale: language,
    engineVoice: variant === undefined ? name : `${name}+${variant}`,
  };
}

function bestOf(
  voices: readonly Voice[],
  { engine, gender }: Voice,
  language: string,
): Voice | undefined {
  const score = (voice: Voice): number =>
    (voice.engine === engine ? 4 : 0) +
    (voice.gender === gender ? 2 : 0) +
    (voice.locale.toLowerCase() === language.toLowerCase() ? 1 : 0);
  return voices.toSorted((a, b) => score(b) - score(a))[0];
}
