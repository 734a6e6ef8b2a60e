import { Injectable } from '@nestjs/common';
import { Ids } from '@sextant/platform-runtime/clock';
import { baseLanguage, parseLanguage, type LanguageTag } from '../../languages/language.js';
import { FairQueue } from '../../scheduling/fair-queue.js';
import { MEMORY_ERRORS } from '../../memories/memory-errors.js';
import { splitText } from '../../text/segments.js';
import { MAX_SEGMENT_LENGTH } from '../../memories/tmx.js';
import { TranslationMemories } from '../../memories/translation-memories.js';
import type { SegmentInput } from '../../memories/translation-memory.js';
import type { TranslationOrigin } from './texts/alignment.js';
import type { ReviewedText } from './texts/corrections.js';
import { DocumentContents } from '../contents/document-contents.js';
import { DOCUMENT_ERRORS } from '../document-errors.js';
import { DocumentJobStore, type DocumentHandle, type DocumentJob } from '../document-job.js';
import { DocumentReader, type ReadDocument } from '../reading/document-reader.js';
import { writeOptionsOf, type DocumentRequest } from '../work/document-translation.js';
import { Documents } from '../documents.js';
import {
  correctedIn,
  merged,
  partsOf,
  reusedIn,
  unitsLeft,
  type ByPlace,
} from '../work/kept-translations.js';
import { RememberedSegments } from '../segments/remembered-segments.js';

const cutOtherwise = (): Error =>
  DOCUMENT_ERRORS.noAlignment({
    message: 'An earlier version cut this document otherwise. Translate it again for an alignment.',
  });

/** An alignment as it comes back. */
export interface CorrectedAlignment {
  readonly handle: DocumentHandle;
  readonly bytes: Uint8Array;
  /** The memory that learns from it, if any. */
  readonly memoryId?: string | undefined;
  readonly signal: AbortSignal;
}

/** Whose alignment, and until when anybody waits for it. */
interface Asked {
  readonly handle: DocumentHandle;
  readonly signal: AbortSignal;
}

export interface Correction {
  readonly id: string;
  /** Texts whose translation is another one now. */
  readonly corrected: number;
  /** Segments that the memory has now. */
  readonly taught: number;
}

/** A document that is done, with all that was made of it. */
interface Translated {
  readonly job: DocumentJob;
  readonly key: string;
  readonly request: DocumentRequest;
  readonly document: ReadDocument;
  readonly translations: readonly string[];
  readonly reused: ByPlace;
  readonly corrected: ByPlace;
}

/** Alignments that are read or written at the same time. */
const AT_ONCE = 2;

/** The texts of translated documents beside their translations, to be read and corrected. */
@Injectable()
export class DocumentAlignments {
  /** Each has a document in memory. */
  readonly #turns = new FairQueue(AT_ONCE);

  constructor(
    private readonly documents: Documents,
    private readonly store: DocumentJobStore,
    private readonly contents: DocumentContents,
    private readonly reader: DocumentReader,
    private readonly memories: TranslationMemories,
    private readonly segments: RememberedSegments,
    private readonly ids: Ids,
  ) {}

  /**
   * @returns XLIFF 1.2, and the name of its file
   * @throws {Problem} as `Documents.result`, `document_without_alignment`
   */
  async alignment(
    asked: Asked,
  ): Promise<{ readonly filename: string; readonly bytes: Uint8Array }> {
    return await this.#inTurn(asked, async (translated) => {
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
  async correct({ handle, bytes, memoryId, signal }: CorrectedAlignment): Promise<Correction> {
    return await this.#alone({ handle, signal }, async (translated) => {
      const { job, key, request, document } = translated;
      const { changed, reviewed } = await document.corrections(bytes, translated.translations);
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
      return { id: job.id, corrected: changed.length, taught };
    });
  }

  /** Nobody else corrects it meanwhile. */
  async #alone<Result>(
    asked: Asked,
    work: (translated: Translated) => Promise<Result>,
  ): Promise<Result> {
    const { handle } = asked;
    const { documents, store, ids } = this;
    const { id } = await documents.finished(handle);
    const holder = ids.next();
    if (!(await store.holdResult(id, holder))) throw DOCUMENT_ERRORS.notReady(SOON);
    try {
      return await this.#inTurn(asked, work);
    } finally {
      await store.release(id, holder);
    }
  }

  /** Organizations have their turns one after the other. */
  async #inTurn<Result>(
    { handle, signal }: Asked,
    work: (translated: Translated) => Promise<Result>,
  ): Promise<Result> {
    const open = async () => {
      const job = await this.documents.finished(handle);
      return await this.#open(job, handle.key, work);
    };
    return await this.#turns.turn(handle.owner, open, signal);
  }

  async #open<Result>(
    job: DocumentJob,
    key: string,
    work: (translated: Translated) => Promise<Result>,
  ): Promise<Result> {
    const { contents, reader } = this;
    const request = (await contents.getJson(job.id, key, 'request')) as DocumentRequest | undefined;
    if (request?.keepsAlignment !== true) throw DOCUMENT_ERRORS.noAlignment();
    const source = await contents.get(job.id, key, 'source');
    const parts = await partsOf(contents, job, key);
    if (source === undefined || parts === undefined) throw DOCUMENT_ERRORS.notFound();
    const reused = await reusedIn(contents, job.id, key);
    const corrected = await correctedIn(contents, job.id, key);
    const document = await reader.open(job.format, source, { isGiven: true });
    try {
      // Units of an earlier version are cut otherwise: translations would stand beside texts of others.
      if (unitsLeft(document.units, reused).length !== parts.length) throw cutOtherwise();
      const translations = merged(document.units, reused, parts).map(
        (text, at) => corrected.get(at) ?? text,
      );
      return await work({ job, key, request, document, translations, reused, corrected });
    } finally {
      await document.close();
    }
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

const SOON = { headers: { 'Retry-After': '1' } };

function languagesOf({ sourceLang, targetLang }: DocumentRequest): {
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
