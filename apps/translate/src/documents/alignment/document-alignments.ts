import { Injectable } from '@nestjs/common';
import { baseLanguage, parseLanguage, type LanguageTag } from '../../languages/language.js';
import { MEMORY_ERRORS } from '../../memories/memory-errors.js';
import { splitText } from '../../text/segments.js';
import { MAX_SEGMENT_LENGTH } from '../../memories/tmx.js';
import { TranslationMemories } from '../../memories/translation-memories.js';
import type { SegmentInput } from '../../memories/translation-memory.js';
import type { TranslationOrigin } from './texts/alignment.js';
import type { GivenCorrections, ReviewedText } from './texts/corrections.js';
import { DocumentContents } from '../contents/document-contents.js';
import { writeOptionsOf, type DocumentRequest } from '../work/document-translation.js';
import { RememberedSegments } from '../segments/remembered-segments.js';
import { TranslatedDocuments, type Asked } from './translated-documents.js';

/** What a reviewer says of a document. */
export interface CorrectedDocument extends Asked {
  readonly given: GivenCorrections;
  /** The memory that learns from it, if any. */
  readonly memoryId?: string | undefined;
}

export interface Correction {
  readonly id: string;
  /** Texts whose translation is another one now. */
  readonly corrected: number;
  /** Segments that the memory has now. */
  readonly taught: number;
  /** Ids that are not in the document. */
  readonly unknown: readonly string[];
}

/** The texts of translated documents beside their translations, to be read and corrected. */
@Injectable()
export class DocumentAlignments {
  constructor(
    private readonly documents: TranslatedDocuments,
    private readonly contents: DocumentContents,
    private readonly memories: TranslationMemories,
    private readonly segments: RememberedSegments,
  ) {}

  /**
   * @returns XLIFF 1.2, and the name of its file
   * @throws {Problem} as `TranslatedDocuments.inTurn`
   */
  async alignment(
    asked: Asked,
  ): Promise<{ readonly filename: string; readonly bytes: Uint8Array }> {
    return await this.documents.inTurn(asked, async (translated) => {
      const { request, document, translations, reused, corrected } = translated;
      const origins = new Map<number, TranslationOrigin>();
      for (const at of reused.keys()) origins.set(at, 'remembered');
      for (const at of corrected.keys()) origins.set(at, 'reviewer');
      const { source, target } = languagesOf(request);
      const bytes = await document.align({
        name: request.filename,
        sourceLanguage: source,
        targetLanguage: target,
        ...{ translations, origins },
      });
      return { filename: `${request.filename}.xlf`, bytes };
    });
  }

  /**
   * Writes the document anew, with what its reviewer says. Nothing is changed where anything is refused.
   *
   * @throws {Problem} as `alignment`, `document_invalid`, and those of the memory
   */
  async correct(asked: CorrectedDocument): Promise<Correction> {
    return await this.documents.alone(asked.handle, () => this.corrected(asked));
  }

  /** The same for whoever has the document alone. */
  async corrected({ handle, given, memoryId, signal }: CorrectedDocument): Promise<Correction> {
    return await this.documents.inTurn({ handle, signal }, async (translated) => {
      const { job, key, request, document } = translated;
      const { changed, reviewed, unknown } = await document.corrections(
        given,
        translated.translations,
      );
      const corrected = new Map([...translated.corrected, ...changed]);
      const translations = translated.translations.map((text, at) => corrected.get(at) ?? text);
      const result = await document.write(translations, writeOptionsOf(request));
      const taught = await this.#teach(handle.owner, request, { memoryId, reviewed });
      const { contents, segments } = this;
      await contents.putJson(job.id, key, 'corrected', [...corrected]);
      await contents.put(job.id, key, 'result', result);
      if (request.segments !== undefined) {
        const { units } = document;
        await segments.remember(request.segments, handle.owner, { units, translations });
      }
      return { id: job.id, corrected: changed.length, taught, unknown };
    });
  }

  async #teach(
    owner: string,
    request: DocumentRequest,
    { memoryId, reviewed }: { memoryId: string | undefined; reviewed: readonly ReviewedText[] },
  ): Promise<number> {
    if (memoryId === undefined) return 0;
    const { memories } = this;
    const memory = await memories.get(owner, memoryId);
    const { source, target } = languagesOf(request);
    if (memory.sourceLanguage !== baseLanguage(source)) throw MEMORY_ERRORS.sourceDiffers();
    const segments = reviewed.flatMap((text) => segmentsOf(text, target));
    if (segments.length > 0) await memories.change(owner, memoryId, { segments });
    return segments.length;
  }
}

export function languagesOf({ sourceLang, targetLang }: DocumentRequest): {
  readonly source: LanguageTag;
  readonly target: LanguageTag;
} {
  const target = parseLanguage(targetLang);
  if (target === undefined) throw new Error('a document that was taken names its languages');
  return { target, source: parseLanguage(sourceLang ?? '') ?? baseLanguage(target) };
}

/** Memories hold sentences: a text whose translation has as many is learned one by one, others as a whole. */
function segmentsOf({ source, target }: ReviewedText, language: LanguageTag): SegmentInput[] {
  const [sources, targets] = [sentencesIn(source), sentencesIn(target)];
  const pairs =
    sources.length === targets.length
      ? sources.map((sentence, at) => [sentence, targets[at] ?? ''] as const)
      : [[source.trim(), target.trim()] as const];
  return pairs.filter(isSegment).map(([sentence, translation]) => ({
    source: sentence,
    targets: new Map([[language, translation]]),
  }));
}

const sentencesIn = (text: string): readonly string[] =>
  splitText(text, { atLines: true, atSentences: true }).flatMap((segment) =>
    segment.kind === 'translatable' ? [segment.text] : [],
  );

const isSegment = (pair: readonly string[]): boolean =>
  pair.every((text) => text !== '' && !text.includes('\0') && text.length <= MAX_SEGMENT_LENGTH);
