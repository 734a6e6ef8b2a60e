import { Select, useLanguage, type SelectOption } from '@sextant/web';
import { useMemo } from 'react';
import { languageOptions, type Languages } from './languages.js';
import { useText } from './strings/index.js';

/** Codes as the service has them. */
export interface PairChoice {
  readonly source: string;
  readonly target: string;
}

export interface LanguagePairProps {
  readonly languages: Languages;
  readonly pair: PairChoice;
  readonly onChange: (pair: PairChoice) => void;
  /** What stands for a source that the service finds out; absent where it must be chosen. */
  readonly detect?: string;
}

/** From which language into which. */
export function LanguagePair({ languages, pair, onChange, detect }: LanguagePairProps) {
  const text = useText();
  const { language } = useLanguage();
  const [sources, targets] = useMemo(
    () => [
      languageOptions(languages.sources, language),
      languageOptions(languages.targets, language),
    ],
    [languages, language],
  );
  const first: readonly SelectOption[] = detect === undefined ? [] : [{ id: '', title: detect }];
  return (
    <>
      <Select
        label={text('source')}
        value={pair.source}
        options={[...first, ...sources]}
        onChange={(source) => onChange({ ...pair, source })}
      />
      <Select
        label={text('target')}
        value={pair.target}
        options={targets}
        onChange={(target) => onChange({ ...pair, target })}
      />
    </>
  );
}
