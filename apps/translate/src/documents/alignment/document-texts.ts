import { Injectable } from '@nestjs/common';
import { Problem } from '@sextant/platform-http/errors';
import { TermMatchers } from '../../glossaries/terms/term-matchers.js';
import type { TermMatcher } from '../../glossaries/terms/terms.js';
import { baseLanguage, type LanguageTag } from '../../languages/language.js';
import { DocumentContents } from '../contents/document-contents.js';
import { DOCUMENT_ERRORS } from '../document-errors.js';
import type { DocumentHandle, DocumentJob } from '../document-job.js';
import type { DocumentRequest } from '../work/document-translation.js';
import { DocumentAlignments, languagesOf, type Correction } from './document-alignments.js';
import type { EditedText } from './texts/corrections.js';
import type { ShownText } from './texts/text-page.js';
import { alignedRequest, TranslatedDocuments, type Asked } from './translated-documents.js';

/** How a term of a glossary is to be said. */
export interface WantedTerm {
  readonly source: string;
  readonly target: string;
}

/** A text of a document as its editor shows it. */
export interface EditableText extends Pick<ShownText, 'id' | 'source' | 'target'> {
  readonly origin: 'translation' | 'correction' | 'draft';
  /** Terms of the document's glossaries that stand in the source. */
  readonly terms: readonly WantedTerm[];
}

export interface EditableTexts {
  readonly sourceLanguage: LanguageTag;
  readonly texts: readonly EditableText[];
  readonly nextUnit: number | undefined;
}

/** A text as somebody writes it. */
export interface Draft {
  readonly handle: DocumentHandle;
  readonly id: string;
  readonly target: string;
  /** What it was when they began. */
  readonly base: string;
}

/** Of all corrections together, for each character of the document and whatever its length is. */
const BYTES_FOR_A_CHARACTER = 16;
const BYTES_FOR_ALL = 64 * 1024;

/**
 * The texts of a document beside their translations, to be edited one by one. What is written is kept as a draft at once, under
 * the document's key; the document is written anew when all is done.
 */
@Injectable()
export class DocumentTexts {
  constructor(
    private readonly documents: TranslatedDocuments,
    private readonly contents: DocumentContents,
    private readonly alignments: DocumentAlignments,
    private readonly terms: TermMatchers,
  ) {}

  /** @throws {Problem} as `TranslatedDocuments.inTurn` */
  async list(
    asked: Asked & { readonly fromUnit: number; readonly most: number },
  ): Promise<EditableTexts> {
    const { handle, fromUnit, most } = asked;
    return await this.documents.inTurn(asked, async (translated) => {
      const { job, key, request, document, translations, corrected } = translated;
      const page = await document.show({ translations, fromUnit, most });
      const drafts = await this.#draftsOf(job, key);
      const matcher = await this.#matcherOf(handle.owner, request);
      const texts = page.texts.map(({ unit, words, ...text }): EditableText => {
        const draft = drafts.get(text.id);
        const isDraft = draft !== undefined && draft !== text.target;
        const kept = corrected.has(unit) ? 'correction' : 'translation';
        return {
          ...{ ...text, target: draft ?? text.target, origin: isDraft ? 'draft' : kept },
          terms: termsIn(words, matcher),
        };
      });
      const { source: sourceLanguage } = languagesOf(request);
      return { sourceLanguage, texts, nextUnit: page.nextUnit };
    });
  }

  /**
   * Keeps what somebody writes.
   *
   * @throws {Problem} `document_text_changed` with the translation that is there, when it is another one than theirs was;
   *   `document_drafts_limit`; as `TranslatedDocuments.alone`
   */
  async save({ handle, id, target, base }: Draft): Promise<void> {
    const { contents } = this;
    await this.documents.alone(handle, async (job) => {
      await alignedRequest(contents, job.id, handle.key);
      const drafts = new Map(await this.#draftsOf(job, handle.key));
      const present = drafts.get(id);
      if (present === target) return;
      if (present !== undefined && present !== base) {
        throw DOCUMENT_ERRORS.textChanged({ details: { detail: present } });
      }
      drafts.set(id, target);
      checkSize(drafts, job);
      await contents.putJson(job.id, handle.key, 'drafts', [...drafts]);
    });
  }

  /** Writes the document anew with all drafts. @throws {Problem} as `DocumentAlignments.correct` */
  async finish(asked: Asked & { readonly memoryId?: string | undefined }): Promise<Correction> {
    return await this.documents.alone(asked.handle, async (job) => {
      const drafts = await this.#draftsOf(job, asked.handle.key);
      return await this.alignments.corrected({ ...asked, given: [...drafts] });
    });
  }

  async #draftsOf({ id }: DocumentJob, key: string): Promise<ReadonlyMap<string, string>> {
    const kept = await this.contents.getJson(id, key, 'drafts');
    return new Map(kept as readonly EditedText[] | undefined);
  }

  /** A glossary that is gone since says nothing any more. */
  async #matcherOf(owner: string, request: DocumentRequest): Promise<TermMatcher | undefined> {
    const { glossaryIds = [] } = request.options;
    if (glossaryIds.length === 0) return undefined;
    const { source, target } = languagesOf(request);
    try {
      const languages = { source: baseLanguage(source), target: baseLanguage(target) };
      return await this.terms.matcher({ owner, glossaryIds, ...languages });
    } catch (error) {
      if (error instanceof Problem) return undefined;
      throw error;
    }
  }
}

function termsIn(words: string, matcher: TermMatcher | undefined): readonly WantedTerm[] {
  const found = matcher?.find(words, () => true) ?? [];
  const terms = found.map(({ candidate: { form, rendering } }) => [form, rendering] as const);
  return [...new Map(terms)].map(([source, target]) => ({ source, target }));
}

function checkSize(drafts: ReadonlyMap<string, string>, job: DocumentJob): void {
  const characters = job.characters + (job.reusedCharacters ?? 0);
  const most = BYTES_FOR_ALL + BYTES_FOR_A_CHARACTER * characters;
  let bytes = 0;
  for (const target of drafts.values()) bytes += Buffer.byteLength(target);
  if (bytes > most) throw DOCUMENT_ERRORS.draftsLimit();
}
