import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FILE_ERRORS } from '../formats/file-errors.js';
import type { LegacyConverter } from './legacy-formats.js';
import { MOST_BYTES, runLimited } from '../../programs/limited-program.js';
import type { Sandbox } from '../../programs/sandbox.js';
import { writeProfile } from './libreoffice-profile.js';

export interface LibreOfficeOptions {
  /** Where the program is. */
  readonly program: string;
  /** Its documents name files of the machine, and it shows them: without one it may see none that is not for everybody. */
  readonly sandbox: Sandbox | undefined;
  readonly deadlineMs?: number;
}

/** Enough for hundreds of pages, and for somebody's turn before it, until a request has taken too long. */
const DEADLINE_MS = 14_000;

/** Without its name the program guesses, and takes a broken table for a text. */
const FILTERS: Readonly<Record<string, string>> = {
  doc: 'MS Word 97',
  rtf: 'Rich Text Format',
  xls: 'MS Excel 97',
  ppt: 'MS PowerPoint 97',
};

const NOT_CONVERTED =
  'Invalid file data: it cannot be converted in a quarter of a minute; its size, a password and macros would be reasons. Save it in the newer format.';

/**
 * Old formats by LibreOffice: each document in a process of its own that has nothing of the service's environment, a
 * profile without macros and links, and an end.
 */
export class LibreOfficeConverter implements LegacyConverter {
  readonly #program: string;
  readonly #deadlineMs: number;

  readonly #sandbox: Sandbox | undefined;

  constructor({ program, sandbox, deadlineMs = DEADLINE_MS }: LibreOfficeOptions) {
    this.#sandbox = sandbox;
    this.#program = program;
    this.#deadlineMs = deadlineMs;
  }

  async convert(
    file: { readonly from: string; readonly to: string; readonly bytes: Uint8Array },
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const folder = await mkdtemp(join(tmpdir(), 'sextant-convert-'));
    try {
      return await this.#convertIn(folder, file, signal);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #convertIn(
    folder: string,
    { from, to, bytes }: { readonly from: string; readonly to: string; readonly bytes: Uint8Array },
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    await writeProfile(join(folder, 'profile'));
    await writeFile(join(folder, `document.${from}`), bytes);
    await this.#run(folder, { from, to }, signal);
    signal.throwIfAborted();
    const made = join(folder, 'out', `document.${to}`);
    const size = await stat(made).then(
      (found) => found.size,
      () => undefined,
    );
    if (size === undefined || size >= MOST_BYTES) {
      throw FILE_ERRORS.invalid({ message: NOT_CONVERTED });
    }
    return await readFile(made);
  }

  /** How it ends tells nothing: what counts is the file that it leaves. */
  async #run(
    folder: string,
    { from, to }: { readonly from: string; readonly to: string },
    signal: AbortSignal,
  ): Promise<void> {
    const args = [
      ...['--headless', '--norestore', '--nolockcheck'],
      `-env:UserInstallation=file://${join(folder, 'profile')}`,
      `--infilter=${FILTERS[from] ?? ''}`,
      ...['--convert-to', to, '--outdir', join(folder, 'out'), join(folder, `document.${from}`)],
    ];
    const [program, sandbox, deadlineMs] = [this.#program, this.#sandbox, this.#deadlineMs];
    await runLimited({ program, args, folder, sandbox, deadlineMs }, signal);
  }
}
