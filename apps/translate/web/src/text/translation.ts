import { ApiError, eventsOf } from '@sextant/web/api';
import type { Service } from '../service.js';
import { textParts } from './text-parts.js';

/** A stretch of a translation and where it comes from. */
export interface Origin {
  readonly text: string;
  readonly origin: 'engine' | 'unknown_word' | 'memory' | 'glossary' | 'unchanged';
  readonly engine?: string;
  readonly score?: number;
  readonly term?: string;
}

export interface Translation {
  readonly text: string;
  readonly detected_source_language: string;
  readonly provenance?: readonly Origin[];
  /** The command that would have a model translate. */
  readonly fluent_with?: string;
}

/** What people can choose; empty texts stand for the service's own choice. */
export interface Choices {
  readonly source: string;
  readonly target: string;
  readonly formality: string;
  readonly format: string;
  readonly model: string;
  readonly glossary: string;
  readonly memory: string;
  readonly style: string;
}

/** What means nothing with other languages. */
export const OF_A_PAIR = { formality: '', glossary: '', memory: '', style: '' } as const;

export const FIRST_CHOICES: Omit<Choices, 'target'> = {
  ...OF_A_PAIR,
  source: '',
  format: '',
  model: '',
};

const given = (name: string, value: string): Record<string, string> =>
  value === '' ? {} : { [name]: value };

/** How a text is to be translated, as the service is told. */
export const optionsOf = ({ target, ...choices }: Choices) => ({
  target_lang: target,
  ...given('source_lang', choices.source),
  ...given('formality', choices.formality),
  ...given('tag_handling', choices.format),
  ...given('model_type', choices.model),
  ...given('glossary_id', choices.glossary),
  ...given('translation_memory_id', choices.memory),
  ...given('style_id', choices.style),
});

const bodyOf = (text: string, choices: Choices) => ({
  ...optionsOf(choices),
  text: [text],
  show_provenance: true,
});

export type TranslationNews =
  | { readonly kind: 'more'; readonly text: string }
  | { readonly kind: 'whole'; readonly translation: Translation };

/** A translation as it comes, a long text part by part. @throws {ApiError} */
export async function* translate(
  service: Service,
  { text, choices, signal }: Asked,
): AsyncGenerator<TranslationNews, void, undefined> {
  // Tags may be around everything: HTML is not cut.
  const parts = choices.format === '' ? textParts(text) : [text];
  let whole: Translation | undefined;
  for (const part of parts) {
    // One language for all of it: that of its first part.
    const source = choices.source === '' ? languageOf(whole) : choices.source;
    const before = whole?.text ?? '';
    for await (const news of translatePart(service, {
      ...{ text: part, signal },
      choices: { ...choices, source },
    })) {
      if (news.kind === 'more') yield { kind: 'more', text: before + news.text };
      else whole = together(whole, news.translation);
    }
    if (whole !== undefined) yield { kind: 'more', text: whole.text };
  }
  if (whole !== undefined) yield { kind: 'whole', translation: whole };
}

interface Asked {
  readonly text: string;
  readonly choices: Choices;
  readonly signal: AbortSignal;
}

const languageOf = (translation: Translation | undefined): string =>
  translation?.detected_source_language ?? '';

const together = (first: Translation | undefined, second: Translation): Translation =>
  first === undefined
    ? second
    : {
        ...first,
        text: first.text + second.text,
        provenance: [...(first.provenance ?? []), ...(second.provenance ?? [])],
      };

async function* translatePart(
  { send }: Service,
  { text, choices, signal }: Asked,
): AsyncGenerator<TranslationNews, void, undefined> {
  const response = await send('/v2/translate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify(bodyOf(text, choices)),
    signal,
  });
  let soFar = '';
  for await (const { name, data } of eventsOf(response)) {
    if (name === 'delta') {
      soFar += (data as { readonly text: string }).text;
      yield { kind: 'more', text: soFar };
    } else if (name === 'translation') {
      yield { kind: 'whole', translation: data as Translation };
    } else if (name === 'error') {
      const { message } = data as { readonly message: string };
      throw new ApiError({ status: 0, code: 'interrupted', message });
    }
  }
}
