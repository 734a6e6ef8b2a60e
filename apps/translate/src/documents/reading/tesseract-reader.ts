import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FILE_ERRORS } from '../formats/file-errors.js';
import type { PictureReader } from './picture-formats.js';
import { runLimited } from '../../programs/limited-program.js';
import type { Sandbox } from '../../programs/sandbox.js';

export interface TesseractOptions {
  /** Where the program is. */
  readonly program: string;
  /** Names of its trained languages, such as `eng`. */
  readonly languages: readonly string[];
  readonly sandbox?: Sandbox | undefined;
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 14_000;
/** Trained for none: where lines run, and mathematics. */
const NO_LANGUAGES = new Set(['osd', 'equ']);
/** More of them at once take longer and guess worse. */
const MOST_GUESSED = 4;

const NOTHING = { stdout: '' };

const NOT_READ =
  'Invalid file data: the picture cannot be read; it may be damaged, or larger than can be read in a quarter of a minute.';

/** Words in pictures by Tesseract: each picture in a process of its own with limits and an end. */
export class TesseractReader implements PictureReader {
  readonly #options: TesseractOptions;

  constructor(options: TesseractOptions) {
    this.#options = options;
  }

  /** Asks the program for its languages. @returns undefined when it has none, or does not run */
  static async at(program: string, sandbox?: Sandbox): Promise<TesseractReader | undefined> {
    const { stdout } = await promisify(execFile)(program, ['--list-langs']).catch(() => NOTHING);
    const names = stdout.split('\n').slice(1);
    const languages = names.filter((name) => /^\w+$/.test(name) && !NO_LANGUAGES.has(name));
    return languages.length === 0
      ? undefined
      : new TesseractReader({ program, languages, sandbox });
  }

  async read(
    { extension, bytes, language }: Parameters<PictureReader['read']>[0],
    signal: AbortSignal,
  ): Promise<string> {
    const names = this.#namesOf(language);
    const folder = await mkdtemp(join(tmpdir(), 'sextant-picture-'));
    try {
      const picture = join(folder, `picture.${extension}`);
      await writeFile(picture, bytes);
      const args = [picture, join(folder, 'seen'), '-l', names.join('+'), 'txt'];
      const { program, sandbox, deadlineMs = DEADLINE_MS } = this.#options;
      await runLimited({ program, args, folder, sandbox, deadlineMs }, signal);
      signal.throwIfAborted();
      return await readFile(join(folder, 'seen.txt'), 'utf8');
    } catch (error) {
      if (signal.aborted || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw FILE_ERRORS.invalid({ message: NOT_READ, cause: error });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** @throws {Problem} `document_invalid` for a language that it was not trained for */
  #namesOf(language: string | undefined): readonly string[] {
    const { languages } = this.#options;
    if (language === undefined) return languages.slice(0, MOST_GUESSED);
    const names = languages.filter((name) => isNameOf(name, language));
    if (names.length > 0) return names;
    throw FILE_ERRORS.invalid({
      message: `Pictures in the language ${language} cannot be read here: its training is not installed (tesseract-ocr-... of Debian). There is ${languages.join(', ')}.`,
    });
  }
}

/** `chi_sim` and `chi_tra` are of `zh`, `eng` is of `en`. */
function isNameOf(name: string, language: string): boolean {
  const [code = ''] = name.split('_');
  const known = code === 'chi' ? 'zho' : code;
  try {
    return new Intl.Locale(known).language === new Intl.Locale(language).language;
  } catch {
    return false;
  }
}
