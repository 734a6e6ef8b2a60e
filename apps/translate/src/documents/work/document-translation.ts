import type { TranslationOptions } from '../../translation/translation-options.js';
import type { Translator } from '../../translation/translator.js';
import { PLACEHOLDER_FORMATS, type PlaceholderFormat } from '../../text/placeholder-formats.js';
import { parseLanguage } from '../../languages/language.js';
import type { DocumentLanguages, DocumentUnit, WriteOptions } from '../formats/document-format.js';
import type { SegmentPlace } from '../segments/remembered-segments.js';

/** What is asked of the translation of a document. */
export interface DocumentRequest {
  readonly filename: string;
  /** As the caller wrote it. */
  readonly targetLang: string;
  /** One for the whole document; absent where it has no words. */
  readonly sourceLang?: string | undefined;
  readonly options: TranslationOptions;
  /** As its texts were counted by; absent in those of earlier versions. */
  readonly languages?: DocumentLanguages | undefined;
  /** Whether its pairs of texts can be asked for, and corrected: everything is kept for that. */
  readonly keepsAlignment?: boolean | undefined;
  /** Where its texts are remembered. */
  readonly segments?: SegmentPlace | undefined;
}

/** How its result is written. */
export const writeOptionsOf = ({ targetLang }: DocumentRequest): WriteOptions => ({
  language: parseLanguage(targetLang),
});

export interface UnitsContext {
  readonly owner: string;
  readonly request: DocumentRequest;
  readonly signal: AbortSignal;
  /** Whether another stretch may be begun. */
  readonly goesOn: () => boolean;
  /** Whether it may be begun while another one is with the engine: where nobody else waits. */
  readonly runsAhead: () => boolean;
}

/** Units that were translated together. */
export interface Stretch {
  /** One for each unit. */
  readonly texts: readonly string[];
  /** Of the placeholders that stayed in them. */
  readonly placeholderFormats: readonly PlaceholderFormat[];
}

/** Units that are translated together: large enough for an engine to be busy, small enough to tell progress. */
const BATCH_CHARACTERS = 20_000;

/** An engine serves the stretches under way by turns: were all of one length, they would end at once, and it would have no work. */
const FIRST_BATCH_CHARACTERS = BATCH_CHARACTERS / 2;

/** `g` and `x` never split sentences, and there is nothing else to find in a unit. */
const UNIT_MARKUP = {
  kind: 'xml',
  version: 'v2',
  detectsOutline: false,
  splittingTags: [],
  nonSplittingTags: ['g', 'x'],
  ignoreTags: [],
} as const;

const HTML_MARKUP = {
  ...UNIT_MARKUP,
  kind: 'html',
  detectsOutline: true,
  nonSplittingTags: [],
} as const;

const MARKUP = { plain: undefined, xml: UNIT_MARKUP, html: HTML_MARKUP } as const;

/** Stretches that are with the engine at once: it has the next one while the one before is stored. */
const AT_ONCE = 2;

/**
 * Translates a document's units in their order. Nothing is with the engine any more when it ends, however it ends.
 *
 * @returns stretches, as they are ready; at least one, and none is begun once `goesOn` says no
 * @throws {Problem} as `Translator.translate`
 */
export async function* translateUnits(
  translator: Translator,
  units: readonly DocumentUnit[],
  { goesOn, runsAhead, ...context }: UnitsContext,
): AsyncGenerator<Stretch, void, undefined> {
  const batches = [...batchesOf(units)];
  const ended = new AbortController();
  const signal = AbortSignal.any([context.signal, ended.signal]);
  const underWay: Promise<Stretch>[] = [];
  const begin = () => {
    while (underWay.length < AT_ONCE && (underWay.length === 0 || runsAhead())) {
      const batch = batches.shift();
      if (batch === undefined) return;
      const stretch = translateBatch(translator, batch, { ...context, signal });
      // It is told when its turn comes, if anybody still asks then.
      stretch.catch(() => undefined);
      underWay.push(stretch);
    }
  };
  try {
    begin();
    for (let next = underWay.shift(); next !== undefined; next = underWay.shift()) {
      const stretch = await next;
      if (goesOn()) begin();
      yield stretch;
    }
  } finally {
    ended.abort(new Error('Nobody waits for it any more.'));
    await Promise.allSettled(underWay);
  }
}

async function translateBatch(
  translator: Translator,
  batch: readonly DocumentUnit[],
  { owner, request, signal }: Omit<UnitsContext, 'goesOn' | 'runsAhead'>,
): Promise<Stretch> {
  const { targetLang, sourceLang, options } = request;
  const markup = MARKUP[batch[0]?.kind ?? 'plain'];
  const translations = await translator.translate({
    owner,
    texts: batch.map(({ text }) => text),
    targetLang,
    sourceLang,
    options: markup === undefined ? options : { ...options, markup },
    signal,
  });
  return {
    texts: translations.map(({ text }) => text),
    placeholderFormats: union(translations.map(({ placeholderFormats }) => placeholderFormats)),
  };
}

/** In their usual order. */
export function union(
  lists: readonly (readonly PlaceholderFormat[])[],
): readonly PlaceholderFormat[] {
  const named = new Set(lists.flat());
  return PLACEHOLDER_FORMATS.filter((format) => named.has(format));
}

function* batchesOf(units: readonly DocumentUnit[]): Generator<readonly DocumentUnit[]> {
  let batch: DocumentUnit[] = [];
  let characters = 0;
  let most = FIRST_BATCH_CHARACTERS;
  for (const unit of units) {
    const isOther = batch[0] !== undefined && batch[0].kind !== unit.kind;
    if (isOther || (batch.length > 0 && characters + unit.text.length > most)) {
      yield batch;
      batch = [];
      characters = 0;
      most = BATCH_CHARACTERS;
    }
    batch.push(unit);
    characters += unit.text.length;
  }
  if (batch.length > 0) yield batch;
}
