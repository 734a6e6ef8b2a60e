import { execFile } from 'node:child_process';
import { access, constants, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { littleEndian, wavHeader } from '../../domain/audio/wav.js';
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
    const folder = await mkdtemp(join(tmpdir(), 'sextant-consent-'));
    try {
      const at = (name: string): string => join(folder, name);
      await writeFile(at('speech.wav'), wavOf(pcm));
      await writeFile(at('phrase.gram'), GRAMMAR);
      await writeFile(at('words.dict'), dictionary);
      const text = await run([
        ...[
          '-hmm',
          join(this.model, 'en-us'),
          '-dict',
          at('words.dict'),
          '-jsgf',
          at('phrase.gram'),
        ],
        ...['-infile', at('speech.wav'), '-logfn', '/dev/null'],
      ]);
      return { text: text.replace(/\s+/g, ' ').trim(), by: BY };
    } finally {
      await rm(folder, { recursive: true, force: true });
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

const wavOf = (pcm: Int16Array): Buffer =>
  Buffer.concat([wavHeader(ANALYSIS_RATE, pcm.length * 2), littleEndian(pcm)]);

function run(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      PROGRAM,
      [...args],
      { timeout: TIMEOUT_MS, killSignal: 'SIGKILL', env: { PATH: process.env['PATH'] } },
      (error, stdout) => {
        if (error === null) resolve(stdout);
        else reject(new Error('pocketsphinx failed', { cause: error }));
      },
    );
  });
}
