import { custom, settingsOf, text } from '@sextant/platform-runtime/config';
import { parseLanguage } from '../../languages/language.js';
import { languagesOrNone } from '../../languages/language-list.js';

const SPANISH = ['es'].flatMap((code) => parseLanguage(code) ?? []);

export class LanguageToolSettings extends settingsOf({
  languageToolDir: text(
    'LANGUAGETOOL_DIR',
    'Folder of LanguageTool, which corrects German, Spanish, French, Italian and Portuguese (240 MB in use with Spanish alone, 960 MB with all); `models add languagetool` fills it.',
    { example: '/models/correctors/languagetool' },
  ),
  languageToolWarm: custom(
    languagesOrNone,
    'LANGUAGETOOL_WARM',
    'Languages whose rules are read after the start, not at their first text; none for no language.',
    { example: 'es,fr', default: SPANISH },
  ),
  java: text('JAVA', 'Java 17 or newer, which runs it: a name in PATH or a whole path.', {
    example: '/usr/lib/jvm/default-java/bin/java',
    default: 'java',
  }),
}) {}
