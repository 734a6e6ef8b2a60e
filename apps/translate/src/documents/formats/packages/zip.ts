import { unzipSync, zipSync, type UnzipFileInfo } from 'fflate';
import { FILE_ERRORS } from '../file-errors.js';
import { free } from '../own-memory.js';
import type { OpenOptions } from '../document-format.js';

/** What a package may hold when it is unpacked. */
const MOST_BYTES = 512 * 1024 * 1024;
const MOST_FILES = 20_000;
/** An honest XML file shrinks to a hundredth at most. */
const MOST_RATIO = 200;
const SMALL_BYTES = 1024 * 1024;
/** OpenDocument and EPUB say what they are in a file that everybody can read as it is. */
const TYPE = 'mimetype';
const MOST_OF_TYPE = 256;

/** Files that may have words. */
const WITH_WORDS = /\.(?:xml|x?html?|ncx|opf)$/i;
const NOTHING = new Uint8Array();

/** An OLE container: an encrypted package, or a document of an older program. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

export interface PackageRules {
  readonly mustHave: string;
  /** Signs of a protection against copying. */
  readonly mustNotHave?: readonly string[];
  /** What it should be, for the refusal. */
  readonly name: string;
}

/** The files of a package by their paths, in their order, and which of them are not packed. */
export interface Package {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly stored: ReadonlySet<string>;
}

/**
 * Reads a package. What is said of sizes is checked before anything is unpacked, and no more is unpacked than was said.
 * Where it is only read, large files without words are unpacked one by one, to know that they can be, and not kept.
 *
 * @throws {Problem} `document_invalid`
 */
export function readZip(
  bytes: Uint8Array,
  { mustHave, mustNotHave = [], name }: PackageRules,
  { isOnlyRead = false }: OpenOptions = {},
): Package {
  if (OLE.every((byte, at) => bytes[at] === byte)) {
    throw invalid(`it is protected by a password, or of a program before Office 2007; no ${name}`);
  }
  const unpacked = unpack(bytes, (path) => !isOnlyRead || WITH_WORDS.test(path));
  const { files } = unpacked;
  if (!files.has(mustHave)) throw invalid(`it is no ${name} file`);
  if ([...files.keys()].some((path) => /vbaProject\.bin$/i.test(path))) {
    throw invalid('it holds macros; save it without them');
  }
  if (mustNotHave.some((path) => files.has(path))) {
    throw invalid('it is protected against copying');
  }
  return unpacked;
}

/** The first that a zip can name. */
const MTIME = '1980-01-01T12:00:00';

/** What was packed is packed again: a package grows by its words alone. */
export const writeZip = ({ files, stored }: Package): Uint8Array =>
  zipSync(
    Object.fromEntries(
      [...files].map(([path, file]) => [path, [file, { level: stored.has(path) ? 0 : 6 }]]),
    ),
    { mtime: MTIME },
  );

function unpack(bytes: Uint8Array, isKept: (path: string) => boolean): Package {
  const stored = new Set<string>();
  const large = new Set<string>();
  const check = checkOf(bytes);
  try {
    const files = unzipSync(bytes, {
      filter: (file) => {
        check(file);
        const { name, originalSize, compression } = file;
        if (compression === 0 || (name === TYPE && originalSize < MOST_OF_TYPE)) stored.add(name);
        if (originalSize <= SMALL_BYTES || isKept(name)) return !name.endsWith('/');
        large.add(name);
        return false;
      },
    });
    for (const path of large) {
      const { [path]: file = NOTHING } = unzipSync(bytes, { filter: ({ name }) => name === path });
      free(file);
      files[path] = NOTHING;
    }
    return { files: new Map(Object.entries(files)), stored };
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error), error);
  }
}

/** What a package says of each of its files, before that one is unpacked. */
function checkOf(bytes: Uint8Array): (file: UnzipFileInfo) => void {
  let packed = 0;
  let total = 0;
  let count = 0;
  return ({ name, size, originalSize }) => {
    packed += size;
    total += originalSize;
    count += 1;
    // Where files share their bytes, a small package unpacks to as much as it likes.
    const isTooMuch = total > MOST_BYTES || count > MOST_FILES || packed > bytes.length;
    if (isTooMuch || isBomb(size, originalSize)) throw new Error('it unpacks to too much');
    if (name.startsWith('/') || name.split(/[\\/]/).includes('..')) {
      throw new Error('a path in it leads outside');
    }
  };
}

const isBomb = (size: number, originalSize: number): boolean =>
  originalSize > SMALL_BYTES && originalSize > size * MOST_RATIO;

const invalid = (reason: string, cause?: unknown): Error =>
  FILE_ERRORS.invalid({ message: `Invalid file data: ${reason}.`, cause });
