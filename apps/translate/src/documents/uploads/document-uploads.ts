import { Injectable } from '@nestjs/common';
import { baseLanguage, parseLanguage } from '../../languages/language.js';
import { Meter } from '../../usage/meter.js';
import { StyleRuleLookup } from '../../style-rules/style-rule-lookup.js';
import { Terminology } from '../../glossaries/terminology.js';
import { Translator } from '../../translation/translator.js';
import { DOCUMENT_ERRORS } from '../document-errors.js';
import type { Upload } from './upload.js';
import { DocumentReader, type InspectedDocument } from '../reading/document-reader.js';
import { type DocumentRequest } from '../work/document-translation.js';
import type { DocumentLanguages } from '../formats/document-format.js';
import { charactersOf } from '../formats/unit-words.js';
import { extensionOf } from '../formats/formats.js';
import { isScanned, IncomingFiles } from './incoming-files.js';
import type { ByPlace } from '../work/kept-translations.js';
import {
  segmentPlace,
  RememberedSegments,
  type SegmentPlace,
} from '../segments/remembered-segments.js';

/** A document that may be translated. */
export interface CheckedUpload {
  readonly request: DocumentRequest;
  readonly bytes: Uint8Array;
  readonly format: string;
  /** Of what is to be translated. */
  readonly characters: number;
  readonly units: number;
  readonly keptTexts: number;
  readonly reused: ByPlace;
  readonly reusedCharacters: number | undefined;
}

const NOTHING: ByPlace = new Map();

/** Finds out whether documents may be translated, and what of them has to be. */
@Injectable()
export class DocumentUploads {
  constructor(
    private readonly files: IncomingFiles,
    private readonly reader: DocumentReader,
    private readonly translator: Translator,
    private readonly meter: Meter,
    private readonly segments: RememberedSegments,
    private readonly terminology: Terminology,
    private readonly styleRules: StyleRuleLookup,
  ) {}

  /**
   * Refuses whatever can be refused without translating.
   *
   * @param most characters that it may have
   * @throws {Problem} as `Documents.upload`
   */
  async checked(asSent: Upload, most: number): Promise<CheckedUpload> {
    const { upload, document } = await this.#opened(asSent);
    const { customer } = upload;
    const { bytes } = document;
    const format = extensionOf(upload.request.filename);
    if (document.characters > most) throw tooLong(document.characters, most);
    // What is counted with the whole of it goes without asking for more.
    if (upload.segmentsKey === undefined) {
      await this.meter.require(customer, document.characters);
    }
    const request = await this.#request(upload, document.sample);
    const { segments: place } = request;
    const reused =
      place === undefined
        ? NOTHING
        : await this.segments.known(place, customer.owner, document.units);
    const known = document.units.filter((_unit, at) => reused.has(at));
    const reusedCharacters = place === undefined ? undefined : charactersOf(known);
    const characters = document.characters - (reusedCharacters ?? 0);
    await this.meter.require(customer, characters);
    const units = document.units.length - reused.size;
    const { keptTexts } = document;
    return { request, bytes, format, characters, units, keptTexts, reused, reusedCharacters };
  }

  async #opened(
    asSent: Upload,
  ): Promise<{ readonly upload: Upload; readonly document: InspectedDocument }> {
    const upload = await this.files.opened(asSent);
    try {
      return { upload, document: await this.#inspected(upload) };
    } catch (error) {
      if (!isScanned(error)) throw error;
      const words = await this.files.scanned(upload, error);
      return { upload: words, document: await this.#inspected(words) };
    }
  }

  /** Takes the bytes of all but a PDF, which may have to be drawn. */
  async #inspected({ request, bytes, signal }: Upload): Promise<InspectedDocument> {
    const format = extensionOf(request.filename);
    const languages = languagesOf(request);
    const isGiven = format !== 'pdf';
    return await this.reader.inspect(format, bytes, { isGiven, languages, signal });
  }

  /** With the language that the whole document is of, and the place of its translations. */
  async #request(upload: Upload, sample: string): Promise<DocumentRequest> {
    const { customer, segmentsKey, signal } = upload;
    const request = { ...upload.request, languages: languagesOf(upload.request) };
    const { owner } = customer;
    const source = await this.translator.check({ ...request, owner, texts: [sample], signal });
    const target = parseLanguage(request.targetLang);
    const isSame = target !== undefined && source === baseLanguage(target);
    if (isSame && (sample !== '' || request.sourceLang !== undefined)) {
      throw DOCUMENT_ERRORS.sameLanguage();
    }
    if (sample === '') return request;
    const found = { ...request, sourceLang: source };
    if (segmentsKey === undefined) return found;
    return { ...found, segments: await this.#placeOf(found, { owner, key: segmentsKey }) };
  }

  /** Another one for whatever makes other translations: languages, options, and what glossaries and styles say now. */
  async #placeOf(
    { sourceLang = '', targetLang, options }: DocumentRequest,
    { owner, key }: { readonly owner: string; readonly key: string },
  ): Promise<SegmentPlace> {
    const [source, target] = [parseLanguage(sourceLang), parseLanguage(targetLang)];
    if (source === undefined || target === undefined) throw new Error('the languages are known');
    const { glossaryIds = [], styleId } = options;
    const dictionaries =
      glossaryIds.length === 0
        ? []
        : await this.terminology.dictionaries({
            ...{ owner, glossaryIds },
            ...{ source: baseLanguage(source), target: baseLanguage(target) },
          });
    const versions = dictionaries.map(({ version }) => version);
    const style =
      styleId === undefined ? undefined : await this.styleRules.instructions(owner, styleId);
    return segmentPlace(key, owner, [source, target, options, versions, style]);
  }
}

const languagesOf = ({ sourceLang, targetLang }: DocumentRequest): DocumentLanguages => ({
  source: sourceLang,
  target: targetLang,
});

const tooLong = (characters: number, most: number): Error =>
  DOCUMENT_ERRORS.tooManyCharacters({
    message: `The document has ${String(characters)} characters; ${String(most)} may be translated.`,
  });
