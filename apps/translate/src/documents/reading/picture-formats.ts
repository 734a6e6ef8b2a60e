import { FILE_ERRORS } from '../formats/file-errors.js';

/** Extensions of pictures, and how their files begin. */
const BEGINNINGS: Readonly<Record<string, readonly string[]>> = {
  png: ['89504e470d0a1a0a'],
  jpg: ['ffd8ff'],
  jpeg: ['ffd8ff'],
  tif: ['49492a00', '4d4d002a'],
  tiff: ['49492a00', '4d4d002a'],
};

export const isPicture = (extension: string): boolean => Object.hasOwn(BEGINNINGS, extension);

/** Sees words in pictures. */
export interface PictureReader {
  /**
   * @param language in which they are; nobody's if absent
   * @returns line by line, with an empty one between paragraphs
   * @throws {Problem} `document_invalid` for a picture that cannot be read
   */
  read(
    picture: {
      readonly extension: string;
      readonly bytes: Uint8Array;
      readonly language?: string | undefined;
    },
    signal: AbortSignal,
  ): Promise<string>;
}

/**
 * Looks before any program opens it.
 *
 * @throws {Problem} `document_invalid` for a file that is not what its name says
 */
export function checkPicture(extension: string, bytes: Uint8Array): void {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('hex');
  if (BEGINNINGS[extension]?.some((beginning) => start.startsWith(beginning)) === true) return;
  throw FILE_ERRORS.invalid({
    message: `Invalid file data: it is no ${extension} file, whatever its name says.`,
  });
}

/** Lines of a page are parts of sentences: one line for each paragraph, words that were cut at its end whole again. */
export const paragraphsOf = (lines: string): string =>
  lines
    .replaceAll('\f', '\n\n')
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .trim()
        .replaceAll(/(\p{L})-\n(?=\p{Ll})/gu, '$1')
        .replaceAll(/\s*\n\s*/g, ' '),
    )
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
