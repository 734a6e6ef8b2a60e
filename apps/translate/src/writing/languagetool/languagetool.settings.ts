import { optional, settingsOf, text } from '@sextant/platform-runtime/config';

export class LanguageToolSettings extends settingsOf({
  languageToolDir: optional(
    text({
      env: 'LANGUAGETOOL_DIR',
      description:
        'Folder of LanguageTool, which corrects German, Spanish, French, Italian and Portuguese (240 MB in use with Spanish alone, 960 MB with all); `models add languagetool` fills it.',
      example: '/models/correctors/languagetool',
    }),
  ),
  java: text({
    env: 'JAVA',
    description: 'Java 17 or newer, which runs it: a name in PATH or a whole path.',
    example: '/usr/lib/jvm/default-java/bin/java',
    default: 'java',
  }),
}) {}
