/**
 * A part of a document that is translated on its own.
 *
 * `xml` texts hold nothing but `<g id="1">…</g>` around formatted words and `<x id="2"/>` for what has no words.
 */
export interface DocumentUnit {
  readonly kind: 'plain' | 'xml' | 'html';
  readonly text: string;
}

/** A document that was read. */
export interface OpenedDocument {
  /** In the order of reading. */
  readonly units: readonly DocumentUnit[];
  /**
   * The document with other texts. Where a text is the same as before, the bytes are as well, but for what names the language.
   *
   * @param translations one for each unit
   */
  write(translations: readonly string[], options?: WriteOptions): Uint8Array | Promise<Uint8Array>;
  /** Texts that stay: those that formulas compare with, and those that are translated already. */
  readonly keptTexts?: number;
}

export interface WriteOptions {
  /** Of the translations, as BCP 47 writes it, for formats that name it. */
  readonly language?: string | undefined;
}

/** From what into what a document is translated, for formats that hold texts of several languages. */
export interface DocumentLanguages {
  /** As the caller wrote it; absent where it is to be detected. */
  readonly source?: string | undefined;
  /** As the caller wrote it. */
  readonly target: string;
}

export interface OpenOptions {
  /** It is not written: what has no words need not be kept. */
  readonly isOnlyRead?: boolean;
  readonly languages?: DocumentLanguages | undefined;
}

/** One kind of file. */
export interface DocumentFormat {
  readonly name: string;
  /** Lower case, without a dot. */
  readonly extensions: readonly string[];
  readonly mediaType: string;
  /** What is open needs no more of the bytes that it was opened from. */
  readonly isUnpacked?: boolean;
  /** @throws {Problem} `document_invalid`, with the reason in words */
  open(bytes: Uint8Array, options?: OpenOptions): OpenedDocument | Promise<OpenedDocument>;
}
