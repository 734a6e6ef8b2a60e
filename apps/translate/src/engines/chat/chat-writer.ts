import { diffWordsWithSpace } from 'diff';
import { baseLanguage, type LanguageTag } from '../../languages/language.js';
import { ENGINE_ERRORS } from '../engine-errors.js';
import type {
  Correction,
  WritingEngine,
  WritingRequest,
  WritingTask,
  WrittenText,
} from '../writing-engine.js';
import type { ChatRounds } from './chat-rounds.js';
import { writingMessagesOf } from './writing-prompt.js';

/** A large language model that improves texts. */
export class ChatWriter implements WritingEngine {
  readonly name = 'chat';
  readonly #languages: readonly LanguageTag[];

  constructor(
    private readonly rounds: ChatRounds,
    languages: readonly LanguageTag[],
    private readonly closed: AbortSignal,
  ) {
    this.#languages = [...new Set(languages.map(baseLanguage))];
  }

  languages(): readonly LanguageTag[] {
    return this.#languages;
  }

  async write(request: WritingRequest): Promise<readonly WrittenText[]> {
    const { texts, task, owner, signal } = request;
    const asked = texts.filter(({ text }) => text.trim() !== '');
    const written = await this.rounds.write(
      asked,
      {
        answer: 'texts',
        messages: (segments, isRepair) => writingMessagesOf(request, segments, isRepair),
      },
      { owner, signal: AbortSignal.any([signal, this.closed]) },
    );
    const next = written.values();
    return texts.map(({ text: before }) => {
      if (before.trim() === '') return { text: before, corrections: [] };
      const read = next.next().value;
      // Placeholders or the whole text are lost, twice: better no answer than one without them.
      if (read === undefined) throw ENGINE_ERRORS.unavailable();
      return { text: read.text, corrections: correctionsOf(task, before, read.text) };
    });
  }

  close(): Promise<void> {
    return Promise.resolve(); // The engine that it belongs to stops what is under way.
  }
}

/** Where a corrected text differs from what it was: the model gives no reasons. */
function correctionsOf(task: WritingTask, before: string, after: string): readonly Correction[] {
  if (task === 'rephrase' || before === after) return [];
  const corrections: Correction[] = [];
  let at = 0;
  let open: { start: number; end: number; replacement: string } | undefined;
  const settle = () => {
    if (open !== undefined) corrections.push({ ...open, alternatives: [], rule: 'model' });
    open = undefined;
  };
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    if (!added && !removed) {
      settle();
      at += value.length;
      continue;
    }
    open ??= { start: at, end: at, replacement: '' };
    if (added) open.replacement += value;
    else at = open.end = at + value.length;
  }
  settle();
  return corrections;
}
