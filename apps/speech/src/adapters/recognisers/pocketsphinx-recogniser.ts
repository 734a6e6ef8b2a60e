import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { access, constants, open, readFile, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { littleEndian } from '../../domain/audio/wav.js';
import { PHRASE_WORDS, STEM } from '../../domain/consent/phrase.js';
import type { Recogniser, Transcript } from '../../domain/consent/recogniser.js';
import { ANALYSIS_RATE } from '../../domain/recordings/cepstra.js';

const PROGRAM = 'pocketsphinx_continuous';
const TIMEOUT_MS = 20_000;
const BY = 'pocketsphinx 0.8, en-us';

/** pocketsphinx of Debian as a program of its own, which hears the words of challenges and no others. */
export class PocketsphinxRecogniser implements Recogniser {
  #dictionary: Promise<string> | undefined;

  /** @param model folder with `en-us` and `cmudict-en-us.dict` */
  constructor(private readonly model: string) {}

  async isAvailable(): Promise<boolean> {
    try {
      await access(join(this.model, 'cmudict-en-us.dict'), constants.R_OK);
      await Promise.any(
        (process.env['PATH'] ?? '')
          .split(delimiter)
          .map((folder) => access(join(folder, PROGRAM), constants.X_OK)),
      );
      return true;
    } catch {
      // Neither the program nor its model: the caller says what is missing.
      return false;
    }
  }

  async transcribe(pcm: Int16Array): Promise<Transcript> {
    this.#dictionary ??= this.readDictionary();
    const dictionary = await this.#dictionary;
    const files: FileHandle[] = [];
    try {
      for (const content of [littleEndian(pcm), GRAMMAR, dictionary]) {
        files.push(await nameless(content));
      }
      const [recording, grammar, words] = files.map((_, index) => `/dev/fd/${FIRST_FD + index}`);
      const options = { hmm: join(this.model, 'en-us'), dict: words, jsgf: grammar };
      const heard = await run(
        { ...options, infile: recording, samprate: String(ANALYSIS_RATE), logfn: '/dev/null' },
        files,
      );
      return { text: heard.replace(/\s+/g, ' ').trim(), by: BY };
    } finally {
      for (const file of files) await file.close();
    }
  }

  /** The pronunciations of our words only: the whole dictionary takes longer to read than the recording. */
  private async readDictionary(): Promise<string> {
    const wanted = new Set([...PHRASE_WORDS, ...STEM.toLowerCase().split(' ')]);
    const file = await readFile(join(this.model, 'cmudict-en-us.dict'), 'utf8');
    return file
      .split('\n')
      .filter((line) => wanted.has(/^[^\s(]+/.exec(line)?.[0] ?? ''))
      .join('\n');
  }
}

/** The whole vocabulary in a loop: a grammar of the expected phrase would hear it in anything. */
const GRAMMAR = `#JSGF V1.0;
grammar phrase;
public <phrase> = [${STEM.toLowerCase()}] <word>*;
<word> = ${PHRASE_WORDS.join(' | ')};
`;

/** After the three that every program has. */
const FIRST_FD = 3;

/** A file without a name: what a person said stays nowhere, whenever this process ends. */
async function nameless(content: string | Uint8Array): Promise<FileHandle> {
  const path = join(tmpdir(), `sextant-consent-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  await file.writeFile(content);
  return file;
}

/** @param files which it finds below `/dev/fd`, from the third on */
async function run(
  options: Readonly<Record<string, string | undefined>>,
  files: readonly FileHandle[],
): Promise<string> {
  const args = Object.entries(options).flatMap(([name, value = '']) => [`-${name}`, value]);
  const child = spawn(PROGRAM, args, {
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'ignore', ...files.map(({ fd }) => fd)],
  });
  const { stdout } = child;
  if (stdout === null) throw new Error('pocketsphinx has no output');
  const [said] = await Promise.all([text(stdout), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`pocketsphinx failed (${child.exitCode ?? 'killed'})`);
  return said;
}
