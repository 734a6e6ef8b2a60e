import type { MarkedText } from '../../text/marked-text.js';
import type { EngineCaller } from '../translation-engine.js';
import type { ApertiumMode } from './modes/modes.js';
import type { PipelinePool } from './pipeline-pool.js';
import { decodeText, encodeText, splitAtKept, type EncodedText } from './stream-format.js';

/** Translates segments that have nothing to be followed. */
export class PlainTranslation {
  constructor(private readonly pool: PipelinePool) {}

  /** @returns one text for each segment, in their order */
  async translate(
    mode: ApertiumMode,
    segments: readonly MarkedText[],
    caller: EngineCaller,
  ): Promise<readonly string[]> {
    if (segments.length === 0) return [];
    const texts = segments.map(({ text }) => text);
    const answers = await this.#run(mode, texts.map(encodeText), caller);
    return await Promise.all(
      answers.map(
        async (answer, index) => answer ?? (await this.#inParts(mode, texts[index] ?? '', caller)),
      ),
    );
  }

  /** @returns undefined for a text that has to be translated in parts */
  async #run(
    mode: ApertiumMode,
    encoded: readonly EncodedText[],
    caller: EngineCaller,
  ): Promise<readonly (string | undefined)[]> {
    const streams = encoded.map(({ stream }) => stream);
    const answers = await this.pool.translate(mode, streams, caller);
    return encoded.map((text, index) => decodeText(answers[index] ?? '', text));
  }

  /** For a text in which the engine lost something that is not its own to lose. */
  async #inParts(mode: ApertiumMode, text: string, caller: EngineCaller): Promise<string> {
    const parts = splitAtKept(text);
    const spoken = parts.filter(({ isKept }) => !isKept);
    const answers = await this.#run(
      mode,
      spoken.map((part) => encodeText(part.text)),
      caller,
    );
    const translations = answers.values();
    return parts
      .map((part) => (part.isKept ? part.text : (translations.next().value ?? part.text)))
      .join('');
  }
}
