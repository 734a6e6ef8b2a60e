import { Button, TextArea, useLanguage } from '@sextant/web';
import { useEffect, useRef, useState } from 'react';
import { LanguagePair } from '../language-pair.js';
import {
  firstTarget,
  isSameLanguage,
  languageName,
  otherTarget,
  type Languages,
} from '../languages.js';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { ChoiceFields } from './choice-fields.js';
import { TranslationPane } from './translation-output.js';
import { FIRST_CHOICES, OF_A_PAIR, type Choices } from './translation.js';
import { useTranslation } from './use-translation.js';
import { useWording } from './use-wording.js';

export interface TabProps {
  readonly service: Service;
  readonly languages: Languages;
}

/** Two panes: what is written in the left one is translated into the right one while one types. */
export function TextTab({ service, languages }: TabProps) {
  const text = useText();
  const { language } = useLanguage();
  const { written, write, choices, choose, choosePair, state, change, source, detected, swap } =
    useTextWork({ service, languages });
  return (
    <>
      <div className="tr-languages">
        <LanguagePair
          languages={languages}
          pair={choices}
          onChange={choosePair}
          detect={detectText(text, detected, language)}
        />
        <Button onPress={swap} isDisabled={source === undefined} label={text('swap')}>
          ⇄
        </Button>
      </div>
      <div className="tr-panes">
        <TextArea
          label={text('input')}
          value={written}
          onChange={write}
          rows={10}
          placeholder={text('input.placeholder')}
          lang={source}
        />
        <TranslationPane {...{ service, state, choices, source, written }} onChange={change} />
      </div>
      <ChoiceFields {...{ service, languages, choices, choose, source }} />
    </>
  );
}

/** Characters from which on the language of a text is hardly another one than was detected. */
const SURE = 12;

/** What is written, how it is to be translated, and the translation. */
function useTextWork({ service, languages }: TabProps) {
  const [written, write] = useState('');
  const [choices, choose] = useState<Choices>({
    ...FIRST_CHOICES,
    target: firstTarget(languages),
  });
  const { state, change } = useWording(useTranslation(service, written, choices));
  const translation = state.kind === 'whole' ? state.translation : undefined;
  const detected = choices.source === '' ? translation?.detected_source_language : undefined;
  const source = choices.source === '' ? detected : choices.source;
  const isChosen = useRef(false);
  const choosePair = (pair: Pick<Choices, 'source' | 'target'>) => {
    isChosen.current = true;
    choose({ ...choices, ...OF_A_PAIR, ...pair });
  };
  useEffect(() => {
    if (isChosen.current || detected === undefined || written.trim().length < SURE) return;
    if (!isSameLanguage(detected, choices.target)) return;
    const target = otherTarget(languages, detected);
    if (target !== undefined) choose({ ...choices, ...OF_A_PAIR, target });
  }, [choices, detected, languages, written]);
  const swap = () => {
    const target = source === undefined ? undefined : targetFor(languages, source);
    if (target === undefined) return;
    isChosen.current = true;
    const from = sourceFor(languages, choices.target);
    choose({ ...choices, ...OF_A_PAIR, source: from, target });
    write(translation?.text ?? written);
  };
  return { written, write, choices, choose, choosePair, state, change, source, detected, swap };
}

function detectText(
  text: ReturnType<typeof useText>,
  code: string | undefined,
  shown: string,
): string {
  if (code === undefined) return text('source.detect');
  return text('source.detected', { name: languageName(code, shown) ?? code });
}

/** `EN` as a source is `EN-GB` or `EN-US` as a target, where there is no plain one. */
const targetFor = ({ targets }: Languages, source: string): string | undefined =>
  (
    targets.find(({ language }) => language === source) ??
    targets.find(({ language }) => language.startsWith(`${source}-`))
  )?.language;

const sourceFor = ({ sources }: Languages, target: string): string =>
  (
    sources.find(({ language }) => language === target) ??
    sources.find(({ language }) => target.startsWith(`${language}-`))
  )?.language ?? '';
