import { unzipSync, zipSync } from 'fflate';
import { DOCUMENT_ERRORS } from '../document-errors.js';

/** What a package may hold when it is unpacked. */
const MOST_BYTES = 512 * 1024 * 1024;
const MOST_FILES = 20_000;
/** An honest XML file shrinks to a hundredth at most. */
const MOST_RATIO = 200;
const SMALL_BYTES = 1024 * 1024;

/** An OLE container: an encrypted package, or a document of an older program. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

export interface PackageRules {
  readonly mustHave: string;
  /** Signs of a protection against copying. */
  readonly mustNotHave?: readonly string[];
  /** What it should be, for the refusal. */
  readonly name: string;
}

/**
 * Reads a package. What is said of sizes is checked before anything is unpacked, and no more is unpacked than was said.
 *
 * @returns the files by their paths, in their order
 * @throws {Problem} `document_invalid`
 */
export function readZip(
  bytes: Uint8Array,
  { mustHave, mustNotHave = [], name }: PackageRules,
): ReadonlyMap<string, Uint8Array> {
  if (OLE.every((byte, at) => bytes[at] === byte)) {
    throw invalid(`it is protected by a password, or of a program before Office 2007; no ${name}`);
  }
  const files = unpacked(bytes);
  if (!files.has(mustHave)) throw invalid(`it is no ${name} file`);
  if ([...files.keys()].some((path) => /vbaProject\.bin$/i.test(path))) {
    throw invalid('it holds macros; save it without them');
  }
  if (mustNotHave.some((path) => files.has(path))) {
    throw invalid('it is protected against copying');
  }
  return files;
}

/** The first file of OpenDocument and EPUB has to be readable as it is; the others are compressed already. */
const STORED = /^mimetype$|\.(?:png|jpe?g|gif|webp|mp[34]|m4[av]|ogg|woff2?|zip)$/i;
/** The first that a zip can name. */
const MTIME = '1980-01-01T12:00:00';

export const writeZip = (files: ReadonlyMap<string, Uint8Array>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      [...files].map(([path, file]) => [path, [file, { level: STORED.test(path) ? 0 : 6 }]]),
    ),
    { mtime: MTIME },
  );

function unpacked(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  let total = 0;
  let count = 0;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        total += originalSize;
        count += 1;
        const isBomb = originalSize > SMALL_BYTES && originalSize > size * MOST_RATIO;
        if (total > MOST_BYTES || count > MOST_FILES || isBomb)
          throw new Error('it unpacks to too much');
        if (name.startsWith('/') || name.split(/[\\/]/).includes('..')) {
          throw new Error('a path in it leads outside');
        }
        return !name.endsWith('/');
      },
    });
    return new Map(Object.entries(files));
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error), error);
  }
}

const invalid = (reason: string, cause?: unknown): Error =>
  DOCUMENT_ERRORS.invalid({ message: `Invalid file data: ${reason}.`, cause });
