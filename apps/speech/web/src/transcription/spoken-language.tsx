import { Select } from '@sextant/web';
import { useText } from '../strings/index.js';
import { useLanguageName } from '../voices/use-language-name.js';

/** Languages that people may name; others the recogniser finds out. */
const LANGUAGES = ['en', 'es', 'de', 'fr', 'it', 'pt', 'nl', 'pl', 'ru', 'uk', 'zh', 'ja', 'ko'];

export interface SpokenLanguageProps {
  /** Empty: the recogniser finds out. */
  readonly value: string;
  readonly onChange: (language: string) => void;
  readonly isDisabled?: boolean;
}

export function SpokenLanguage(props: SpokenLanguageProps) {
  const text = useText();
  const nameOf = useLanguageName();
  return (
    <Select
      {...props}
      label={text('transcript.language')}
      options={[
        { id: '', title: text('transcript.detect') },
        ...LANGUAGES.map((id) => ({ id, title: nameOf(id) })),
      ]}
    />
  );
}
