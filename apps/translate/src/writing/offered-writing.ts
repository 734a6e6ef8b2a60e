import { baseLanguage, type LanguageTag } from '../languages/language.js';
import type { LanguageDetector } from '../languages/language-detector.js';
import type { OfferedFeature, OfferedLanguage } from '../translation/routes/offered-languages.js';
import { hasWording } from './wording.js';
import { WRITE_LANGUAGES } from './write-languages.js';
import type { WritingTask } from '../engines/writing-engine.js';

/** Languages in which texts are improved, with what the engines that run now can do. */
export function offeredForWriting(
  languagesOf: (task?: WritingTask) => ReadonlySet<LanguageTag>,
  detector: LanguageDetector,
): readonly OfferedLanguage[] {
  const able = languagesOf();
  const rephrased = languagesOf('rephrase');
  return WRITE_LANGUAGES.filter((language) => able.has(baseLanguage(language))).map((language) => {
    const isPlain = language === baseLanguage(language);
    const isWorded = hasWording(language) && rephrased.has(baseLanguage(language));
    return {
      language,
      isSource: isPlain,
      isTarget: true,
      features: [
        ...(isWorded ? (['writing_style', 'tone'] as const) : []),
        ...(isPlain && detector.canDetect(language) ? (['auto_detection'] as const) : []),
      ],
    };
  });
}

/** The features of which at least one language has any. */
export const writingFeatures = (languages: readonly OfferedLanguage[]): readonly OfferedFeature[] =>
  FEATURES.filter(({ name }) => languages.some(({ features }) => features.includes(name)));

const FEATURES: readonly OfferedFeature[] = [
  { name: 'writing_style', needsSource: false, needsTarget: true },
  { name: 'tone', needsSource: false, needsTarget: true },
  { name: 'auto_detection', needsSource: true, needsTarget: false },
];
