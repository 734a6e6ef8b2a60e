import { Select, type SelectOption, useLoaded } from '@sextant/web';
import { useCallback } from 'react';
import { listGlossaries, type Glossary, type Pair } from '../glossaries/glossaries.js';
import type { Languages } from '../languages.js';
import { listMemories, type Memory } from '../memories/memories.js';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { listStyles, type Style } from './styles.js';
import type { Choices } from './translation.js';

export interface ChoiceFieldsProps {
  readonly service: Service;
  readonly languages: Languages;
  readonly choices: Choices;
  readonly choose: (choices: Choices) => void;
  /** The chosen or detected language of the text. */
  readonly source: string | undefined;
}

const TITLES = {
  format: 'choice.format',
  model: 'choice.model',
  formality: 'choice.formality',
  glossary: 'choice.glossary',
  memory: 'choice.memory',
  style: 'choice.style',
} as const;

const base = (code = '') => code.toLowerCase().split('-', 1)[0];

/** How a text is translated, as far as the languages and the organization have a choice. */
export function ChoiceFields(props: ChoiceFieldsProps) {
  const text = useText();
  const own = useOwn(props.service);
  const { choices, choose, source } = props;
  const fields = [...ownFields(own, props, text), ...generalFields(props, text)];
  return (
    <div className="tr-choices" role="group" aria-label={text('choices')}>
      {fields
        .filter(({ options: those }) => those.length > 1)
        .map(({ name, options: those }) => (
          <Select
            key={name}
            label={text(TITLES[name])}
            value={choices[name]}
            options={those}
            // Glossaries and memories are for a pair: the detected language becomes the chosen one.
            onChange={(value) => choose({ ...choices, source: source ?? '', [name]: value })}
          />
        ))}
    </div>
  );
}

type Text = ReturnType<typeof useText>;

function generalFields({ languages, choices }: ChoiceFieldsProps, text: Text): readonly Field[] {
  const isFormal = languages.targets.some(
    (one) => one.language === choices.target && one.supports_formality === true,
  );
  const formality: Field = {
    name: 'formality',
    options: options(text('choice.automatic'), [
      ['more', text('formality.more')],
      ['less', text('formality.less')],
    ]),
  };
  const format: Field = {
    name: 'format',
    options: options(text('format.text'), [
      ['html', 'HTML'],
      ['xml', 'XML'],
    ]),
  };
  const model: Field = {
    name: 'model',
    options: options(text('choice.automatic'), [
      ['quality_optimized', text('model.quality')],
      ['latency_optimized', text('model.latency')],
    ]),
  };
  return isFormal ? [formality, format, model] : [format, model];
}

/** What of the organization's own fits the languages. */
function ownFields(
  { glossaries, memories, styles }: Own,
  { choices, source }: ChoiceFieldsProps,
  text: Text,
): readonly Field[] {
  const [from, into] = [base(source), base(choices.target)];
  const isForPair = (one: Pair) => base(one.source_lang) === from && base(one.target_lang) === into;
  const none: SelectOption = { id: '', title: text('choice.none') };
  return [
    {
      name: 'glossary',
      options: [
        none,
        ...glossaries
          .filter(({ dictionaries }) => dictionaries.some(isForPair))
          .map(named('glossary_id')),
      ],
    },
    {
      name: 'memory',
      options: [
        none,
        ...memories
          .filter(
            (one) =>
              base(one.source_language) === from && one.target_languages.map(base).includes(into),
          )
          .map(named('translation_memory_id')),
      ],
    },
    {
      name: 'style',
      options: [
        none,
        ...styles.filter(({ language }) => base(language) === into).map(named('style_id')),
      ],
    },
  ];
}

interface Field {
  readonly name: keyof typeof TITLES;
  readonly options: readonly SelectOption[];
}

const options = (
  first: string,
  others: readonly (readonly [string, string])[],
): readonly SelectOption[] => [
  { id: '', title: first },
  ...others.map(([id, title]) => ({ id, title })),
];

const named =
  <Key extends string>(key: Key) =>
  (thing: Readonly<Record<Key | 'name', string>>): SelectOption => ({
    id: thing[key],
    title: thing.name,
  });

/** What the organization has made for its translations. */
interface Own {
  readonly glossaries: readonly Glossary[];
  readonly memories: readonly Memory[];
  readonly styles: readonly Style[];
}

function useOwn(service: Service): Own {
  const ask = useCallback(
    async (signal: AbortSignal) => {
      const [glossaries, memories, styles] = await Promise.all([
        listGlossaries(service, signal),
        listMemories(service, signal),
        listStyles(service, signal),
      ]);
      return { glossaries, memories, styles };
    },
    [service],
  );
  const { state } = useLoaded(ask);
  return state.kind === 'loaded' ? state.value : { glossaries: [], memories: [], styles: [] };
}
