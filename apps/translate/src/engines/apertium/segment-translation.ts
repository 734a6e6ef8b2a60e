import type { MarkedText } from '../../text/marked-text.js';
import type { Direction } from '../direction.js';
import type { EngineAnswer, EngineCaller, EngineRequest } from '../translation-engine.js';
import type { ApertiumMode } from './modes/modes.js';
import { hasPossessive } from './modes/possessives.js';
import type { PipelinePool } from './pipeline-pool.js';
import { PlainTranslation } from './plain-translation.js';
import { MarkedTranslation } from './spans/marked-translation.js';
import type { Dictionaries } from './words/apertium-morphology.js';

/** Translates segments by the processes of a mode that follow words, where they have to be followed, else by those that do not. */
export class SegmentTranslation {
  readonly #plain: PlainTranslation;
  readonly #marked: MarkedTranslation;

  /** @param targetOf the dictionaries of the target of a direction */
  constructor(pool: PipelinePool, targetOf: (direction: Direction) => Dictionaries | undefined) {
    this.#plain = new PlainTranslation(pool);
    this.#marked = new MarkedTranslation(pool, targetOf);
  }

  /** @returns one answer for each segment, in their order */
  async translate(
    mode: ApertiumMode,
    segments: readonly MarkedText[],
    { source, wantsUnknownWords = false, owner, signal }: EngineRequest,
  ): Promise<readonly EngineAnswer[]> {
    const isMarked = ({ text, spans }: MarkedText) =>
      wantsUnknownWords || spans.length > 0 || hasPossessive(text, source);
    const marked = segments.filter(isMarked);
    const plain = marked.length === 0 ? segments : segments.filter((segment) => !isMarked(segment));
    const caller = { owner, signal };
    const [followed, texts] = await Promise.all([
      marked.length === 0 ? [] : this.#marked.translate(mode, marked, caller),
      this.#plain.translate(mode, plain, caller),
    ]);
    const bare = await this.#bare(mode, { segments: marked, answers: followed }, caller);
    const [nextFollowed, nextText] = [bare.values(), texts.values()];
    return segments.map((segment): EngineAnswer => {
      if (isMarked(segment)) return nextFollowed.next().value ?? UNPLACED;
      return translatedText(nextText.next().value ?? '');
    });
  }

  /** What has nothing to be placed needs no mode that follows words. */
  async #bare(
    mode: ApertiumMode,
    { segments, answers }: Followed,
    caller: EngineCaller,
  ): Promise<readonly EngineAnswer[]> {
    const isOpen = (at: number) =>
      answers[at]?.kind === 'unplaced' && segments[at]?.spans.length === 0;
    const open = segments.filter((_segment, at) => isOpen(at));
    if (open.length === 0) return answers;
    const texts = (await this.#plain.translate(mode, open, caller)).values();
    return answers.map((answer, at) =>
      isOpen(at) ? translatedText(texts.next().value ?? '') : answer,
    );
  }
}

const translatedText = (text: string): EngineAnswer => ({ kind: 'translated', text, spans: [] });

/** Segments and what became of them. */
interface Followed {
  readonly segments: readonly MarkedText[];
  readonly answers: readonly EngineAnswer[];
}

const UNPLACED: EngineAnswer = { kind: 'unplaced' };
