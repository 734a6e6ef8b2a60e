import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { defaultFormatOf, type AudioFormat } from '../audio/audio-format.js';
import { UnmeteredSpeaking } from '../synthesis/speaking.js';
import { VOICE_ERRORS } from './catalogue/voice-errors.js';
import { SharedVoices } from './catalogue/shared-voices.js';
import type { Voice } from './catalogue/voice.js';

/** More than the catalogue has voices; each is some 20 KB. */
const REMEMBERED = 400;
const PREVIEW_MS = 20_000;
/** They have a turn of their own: who listens to previews has no key. */
const WORKSPACE = 'previews';

/** "Hello, this is my voice." where a language is not listed. */
const SENTENCES: Readonly<Record<string, string>> = {
  ar: 'مرحبا، هذا صوتي.',
  de: 'Hallo, das ist meine Stimme.',
  es: 'Hola, esta es mi voz.',
  fr: 'Bonjour, voici ma voix.',
  hi: 'नमस्ते, यह मेरी आवाज़ है।',
  it: 'Ciao, questa è la mia voce.',
  ko: '안녕하세요, 제 목소리입니다.',
  nl: 'Hallo, dit is mijn stem.',
  pl: 'Cześć, to jest mój głos.',
  pt: 'Olá, esta é a minha voz.',
  ru: 'Здравствуйте, это мой голос.',
  tr: 'Merhaba, bu benim sesim.',
  zh: '你好，这是我的声音。',
};
const ELSEWHERE = 'Hello, this is my voice.';

/** One sentence of each shared voice, made when it is first asked for. */
@Injectable()
export class Previews {
  readonly #made = new LRUCache<string, Promise<Uint8Array>>({ max: REMEMBERED });
  readonly #format: AudioFormat;

  constructor(
    private readonly voices: SharedVoices,
    private readonly speaker: UnmeteredSpeaking,
  ) {
    const format = defaultFormatOf('mp3');
    if (format === undefined) throw new Error('There is no MP3.');
    this.#format = format;
  }

  /** MP3. @throws {Problem} `voice_not_found` for what is no shared voice; when the engine fails */
  async of(id: string): Promise<Uint8Array> {
    const voice = this.voices.find(id);
    if (voice === undefined) throw VOICE_ERRORS.voiceNotFound();
    // Another voice may speak under a name, as soon as it is there.
    const key = `${id} ${voice.engine} ${voice.engineVoice}`;
    const known = this.#made.get(key);
    if (known !== undefined) return await known;
    const made = this.make(voice);
    made.catch(() => this.#made.delete(key));
    this.#made.set(key, made);
    return await made;
  }

  private async make(voice: Voice): Promise<Uint8Array> {
    const language = voice.locale.split('-')[0] ?? '';
    const { audio } = await this.speaker.speak({
      workspace: WORKSPACE,
      input: Object.hasOwn(SENTENCES, language) ? (SENTENCES[language] ?? ELSEWHERE) : ELSEWHERE,
      voiceId: voice.id,
      format: this.#format,
      normalizesText: true,
      normalizesLoudness: true,
      signal: AbortSignal.timeout(PREVIEW_MS),
    });
    return audio;
  }
}
