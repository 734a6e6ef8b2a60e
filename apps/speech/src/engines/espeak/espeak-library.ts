import koffi, { type LibraryHandle } from 'koffi';
import { SAMPLE_RATE, type Take } from './espeak-jobs.js';

/** What is used of espeak-ng's speak_lib.h. */
const AUDIO_OUTPUT_SYNCHRONOUS = 2;
const INITIALIZE_DONT_EXIT = 0x8000;
const CHARS_UTF8 = 0x1;
const SSML = 0x10;
const PHONEMES = 0x100;
const POS_CHARACTER = 1;
const RATE = 1;
const PITCH = 3;
const EVENT_LIST_TERMINATED = 0;
const EVENT_MARK = 3;

const Event = koffi.struct('espeak_EVENT', {
  type: 'int',
  unique_identifier: 'unsigned int',
  text_position: 'int',
  length: 'int',
  audio_position: 'int',
  sample: 'int',
  user_data: 'void *',
  // A number, a pointer to a name, or eight characters: only those of marks are followed.
  id: 'void *',
});
const SynthCallback = koffi.proto('SynthCallback', 'int', [
  'int16_t *',
  'int',
  koffi.pointer(Event),
]);

interface EspeakEvent {
  readonly type: number;
  readonly audio_position: number;
  readonly id: unknown;
}

/** Speech comes in pieces of this length. */
const BUFFER_MS = 100;

const bind = (library: LibraryHandle) => ({
  initialize: library.func(
    'int espeak_Initialize(int output, int ms, const char *home, int flags)',
  ),
  setSynthCallback: library.func('void espeak_SetSynthCallback(SynthCallback *callback)'),
  listVoices: library.func('void *espeak_ListVoices(void *wanted)'),
  setVoiceByName: library.func('int espeak_SetVoiceByName(const char *name)'),
  setParameter: library.func('int espeak_SetParameter(int parameter, int value, int relative)'),
  synth: library.func(
    'int espeak_Synth(const void *text, size_t size, unsigned int position, int position_type, unsigned int end, unsigned int flags, void *identifier, void *user_data)',
  ),
  info: library.func('const char *espeak_Info(_Out_ const char **data)'),
  terminate: library.func('int espeak_Terminate()'),
  unload: () => library.unload(),
});

/** libespeak-ng in this process. */
export class EspeakLibrary {
  #loaded: ReturnType<typeof bind> | undefined;
  #take: Take = () => true;
  readonly #callback = koffi.register(
    (pcm: unknown, count: number, events: unknown) => this.hear(pcm, count, events),
    koffi.pointer(SynthCallback),
  );
  readonly #seedRandom = koffi.load(null).func('void srand(unsigned int seed)');

  /**
   * @param file what the system's loader finds it by
   * @throws {Error} when there is none
   */
  constructor(private readonly file: string) {
    koffi.load(file).unload();
  }

  /**
   * Loads it anew, so that all its state is that of the beginning, the C library's random numbers that it makes noise
   * of too.
   *
   * @param home folder that holds `espeak-ng-data`, if not its own
   * @throws {Error} when it is something else, or has no data
   */
  open(home: string | null = null): void {
    this.close();
    const loaded = bind(koffi.load(this.file));
    const rate = loaded.initialize(
      AUDIO_OUTPUT_SYNCHRONOUS,
      BUFFER_MS,
      home,
      INITIALIZE_DONT_EXIT,
    ) as number;
    if (rate !== SAMPLE_RATE) {
      loaded.unload();
      throw new Error(`${this.file} answers ${rate} instead of a sample rate of ${SAMPLE_RATE}`);
    }
    this.#loaded = loaded;
    loaded.setSynthCallback(this.#callback);
    loaded.listVoices(null); // reads all voices now, not when the first is asked for
    this.#seedRandom(1);
  }

  close(): void {
    const loaded = this.#loaded;
    this.#loaded = undefined;
    loaded?.terminate();
    loaded?.unload();
  }

  info(): { readonly version: string; readonly dataFolder: string } {
    const folder: [string | null] = [null];
    const version = this.loaded.info(folder) as string;
    return { version, dataFolder: folder[0] ?? '' };
  }

  /** Whether it has such a voice: `en-us`; with a variant, `en-us+f3`, whatever the variant. */
  setVoice(name: string): boolean {
    return this.loaded.setVoiceByName(name) === 0;
  }

  /** @param pitch 50 is the voice's own */
  setPace(wordsPerMinute: number, pitch: number): void {
    this.loaded.setParameter(RATE, wordsPerMinute, 0);
    this.loaded.setParameter(PITCH, pitch, 0);
  }

  /** Blocks until all is said or `take` answers true. */
  say(ssml: string, take: Take): void {
    const text = Buffer.from(`${ssml}\0`);
    this.#take = take;
    const { synth } = this.loaded;
    const code = synth(
      text,
      text.length,
      0,
      POS_CHARACTER,
      0,
      CHARS_UTF8 | SSML | PHONEMES,
      null,
      null,
    ) as number;
    if (code !== 0) throw new Error(`espeak_Synth answers ${code}`);
  }

  private get loaded(): ReturnType<typeof bind> {
    if (this.#loaded === undefined) throw new Error('espeak-ng is not loaded');
    return this.#loaded;
  }

  /** Of speak_lib.h: gets speech and events; answers 1 to stop. */
  private hear(pcm: unknown, count: number, events: unknown): number {
    const marks: [string, number][] = [];
    for (let index = 0; ; index += 1) {
      const event = koffi.decode(events, index * Event.size, Event) as EspeakEvent;
      if (event.type === EVENT_LIST_TERMINATED) break;
      if (event.type !== EVENT_MARK) continue;
      marks.push([koffi.decode.string(event.id), event.audio_position]);
    }
    const samples =
      pcm === null || count === 0
        ? new Int16Array(0)
        : (koffi.decode(pcm, 'int16_t', count) as Int16Array);
    return this.#take(samples, marks) ? 1 : 0;
  }
}
