import { FILE_ERRORS } from '../formats/file-errors.js';

/** Formats of old office programs, and the newer ones that hold the same. */
const NEWER: Readonly<Record<string, string>> = {
  doc: 'docx',
  rtf: 'docx',
  xls: 'xlsx',
  ppt: 'pptx',
};

/** How their files begin: Compound File Binary (MS-CFB section 2.2) and Rich Text Format 1.9. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const RICH_TEXT = Buffer.from('{\\rtf');

/** Makes newer files of old ones. */
export interface LegacyConverter {
  /**
   * @param from extension of what it is, such as `doc`
   * @param to extension of what it becomes
   * @throws {Problem} `document_invalid`, with the reason in words
   */
  convert(
    file: { readonly from: string; readonly to: string; readonly bytes: Uint8Array },
    signal: AbortSignal,
  ): Promise<Uint8Array>;
}

/** The extension that a file has when it has been converted; `undefined` for one that is not old. */
export const newerFormatOf = (extension: string): string | undefined =>
  Object.hasOwn(NEWER, extension) ? NEWER[extension] : undefined;

/**
 * Looks before any program opens it.
 *
 * @throws {Problem} `document_invalid` for a file that is not what its name says
 */
export function checkLegacy(extension: string, bytes: Uint8Array): void {
  const start = extension === 'rtf' ? RICH_TEXT : COMPOUND;
  if (start.equals(bytes.subarray(0, start.length))) return;
  throw FILE_ERRORS.invalid({
    message: `Invalid file data: it is no ${extension} file, whatever its name says.`,
  });
}
