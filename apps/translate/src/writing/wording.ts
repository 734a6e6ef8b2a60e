import type { LanguageTag } from '../languages/language.js';
import { WRITING_ERRORS } from './writing-errors.js';
import { TONES, WRITING_STYLES, type Tone, type WritingStyle } from '../engines/writing-engine.js';

const wishes = <T extends string>(names: readonly T[]) =>
  ['default', ...names, ...names.map((name) => `prefer_${name}` as const)] as const;

/** Values of `writing_style` and `tone`; `prefer_` gives way where a language has none. */
export const STYLE_VALUES = wishes(WRITING_STYLES);
export const TONE_VALUES = wishes(TONES);

/** What callers may ask for; `null` and `default` are nothing. */
export interface Wording {
  readonly writingStyle?: (typeof STYLE_VALUES)[number] | undefined;
  readonly tone?: (typeof TONE_VALUES)[number] | undefined;
}

/** @see the published mock's table of features */
const LANGUAGES_WITH_WORDING: ReadonlySet<string> = new Set(['de', 'en-GB', 'en-US']);

/** Whether texts in a language can be given a style or a tone. */
export const hasWording = (language: LanguageTag): boolean => LANGUAGES_WITH_WORDING.has(language);

/**
 * What an engine is asked for.
 *
 * @throws {Problem} `style_and_tone`; `wording_unsupported` when the language has none
 */
export function chosenWording(
  { writingStyle = 'default', tone = 'default' }: Wording,
  language: LanguageTag,
): { readonly writingStyle?: WritingStyle; readonly tone?: Tone } {
  if (writingStyle !== 'default' && tone !== 'default') throw WRITING_ERRORS.styleAndTone();
  const style = WRITING_STYLES.find((name) => writingStyle.endsWith(name));
  const sound = TONES.find((name) => tone.endsWith(name));
  if (hasWording(language)) {
    return {
      ...(style === undefined ? {} : { writingStyle: style }),
      ...(sound === undefined ? {} : { tone: sound }),
    };
  }
  if (style === writingStyle) throw refusal(language, 'a writing style');
  if (sound === tone) throw refusal(language, 'a tone');
  return {};
}

const refusal = (language: LanguageTag, what: string): Error =>
  WRITING_ERRORS.wordingUnsupported({
    message: `Language ${language.toLowerCase()} does not support setting ${what}.`,
  });
