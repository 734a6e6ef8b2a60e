import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { littleEndian } from '../audio/wav.js';
import { ANALYSIS_RATE } from '../recordings/cepstra.js';
import { FairPlaces } from '../scheduling/fair-places.js';
import type { Heard, HeardWord, ListeningRequest, Transcriber } from './transcriber.js';
import type { PocketsphinxRecogniser } from './pocketsphinx-recogniser.js';
import { runPocketsphinx } from './pocketsphinx-program.js';

/** It takes a third of what it hears, on one core. */
const TIMEOUT_MS = 60_000;
const LANGUAGE_MODEL = 'en-us.lm.bin';
const AT_ONCE = 2;
/** "word(2) 5.210 5.400 0.982650": a way to say it, begin and end in seconds, how sure it is. */
const WORD = /^([^<[\s(]\S*?)(?:\(\d+\))? (\d+\.\d+) (\d+\.\d+) \d+\.\d+$/;

/** pocketsphinx with its model of general English, of before neural ones. */
export class PocketsphinxTranscriber implements Transcriber {
  readonly by = 'pocketsphinx 0.8, en-us';
  readonly languages = 'en-US';
  /** Each takes a core; workspaces in turn. */
  readonly #places = new FairPlaces(AT_ONCE);

  /** @param recogniser tells whether the program is there */
  constructor(
    private readonly model: string,
    private readonly recogniser: Pick<PocketsphinxRecogniser, 'isAvailable'>,
  ) {}

  async isAvailable(): Promise<boolean> {
    const hasModel = await access(join(this.model, LANGUAGE_MODEL), constants.R_OK).then(
      () => true,
      () => false,
    );
    return hasModel && (await this.recogniser.isAvailable());
  }

  /** Of English nothing has to be translated. */
  hears(language: string | undefined): boolean {
    return language === undefined || /^eng?(?:-|$)/i.test(language);
  }

  async write({ pcm, workspace, signal }: ListeningRequest): Promise<Heard> {
    const release = await this.#places.enter(workspace, pcm.length, signal);
    try {
      return await this.listen(pcm, signal);
    } finally {
      release();
    }
  }

  private async listen(pcm: Int16Array, signal: AbortSignal): Promise<Heard> {
    const printed = await runPocketsphinx(
      { infile: littleEndian(pcm) },
      {
        hmm: join(this.model, 'en-us'),
        lm: join(this.model, LANGUAGE_MODEL),
        dict: join(this.model, 'cmudict-en-us.dict'),
        samprate: String(ANALYSIS_RATE),
        time: 'yes',
      },
      { timeoutMs: TIMEOUT_MS, signal },
    );
    const words = printed.split('\n').flatMap(wordOf);
    return { text: words.map(({ text }) => text).join(' '), words, language: 'en' };
  }
}

function wordOf(line: string): readonly HeardWord[] {
  const [, text, start, end] = WORD.exec(line) ?? [];
  if (text === undefined) return [];
  return [
    { text, startMs: Math.round(Number(start) * 1000), endMs: Math.round(Number(end) * 1000) },
  ];
}
