import { lazily } from '@sextant/platform-runtime/promises';
import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { littleEndian } from '../audio/wav.js';
import { PHRASE_WORDS, STEM } from './consent-phrase.js';
import type { Recogniser, Transcript } from './recogniser.js';
import { ANALYSIS_RATE } from '../recordings/cepstra.js';
import { PROGRAM, runPocketsphinx } from './pocketsphinx-program.js';

const TIMEOUT_MS = 20_000;
const BY = 'pocketsphinx 0.8, en-us';

/** pocketsphinx of Debian as a program of its own, which hears the words of challenges and no others. */
export class PocketsphinxRecogniser implements Recogniser {
  readonly #dictionary = lazily(() => this.readDictionary());

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
    const dictionary = await this.#dictionary();
    const heard = await runPocketsphinx(
      { infile: littleEndian(pcm), jsgf: GRAMMAR, dict: dictionary },
      { hmm: join(this.model, 'en-us'), samprate: String(ANALYSIS_RATE) },
      { timeoutMs: TIMEOUT_MS },
    );
    return { text: heard.replace(/\s+/g, ' ').trim(), by: BY };
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
