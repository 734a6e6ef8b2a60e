import { Problem } from '@sextant/platform-http/errors';
import type { MarkedText } from '../../text/marked-text.js';
import type { ReadBack } from '../remote/marks.js';
import type { FairQueue } from '../../scheduling/fair-queue.js';
import type { EngineCaller } from '../translation-engine.js';
import { batchesOf } from './batches.js';
import type { ChatClient, ChatMessage } from './chat-client.js';
import { readMarks, writeMarks } from './placeholders.js';
import { answerSchema, type PromptSegment } from './prompt.js';

/** What a model is asked to do with segments. */
export interface ChatTask {
  /** The list in the model's answer. */
  readonly answer: 'translations' | 'texts';
  messages(segments: readonly PromptSegment[], isRepair: boolean): readonly ChatMessage[];
}

/** Who asks; the server's slots are given out by turns among owners. */
export interface ChatCaller extends EngineCaller {
  readonly signal: AbortSignal;
}

/** What a model wrote for a segment. */
type Written = readonly [id: number, text: string];

/**
 * Has a model write something for each segment and checks what comes back.
 *
 * A segment that is missing or whose marks are wrong is asked for once more, with the others that failed.
 */
export class ChatRounds {
  constructor(
    private readonly client: ChatClient,
    private readonly queue: FairQueue,
  ) {}

  /**
   * @returns for each segment what was written, or undefined when that was wrong twice
   * @throws {Problem} as `ModelServer.ask`
   */
  async write(
    segments: readonly MarkedText[],
    task: ChatTask,
    caller: ChatCaller,
  ): Promise<readonly (ReadBack | undefined)[]> {
    const marked = segments.map(writeMarks);
    const results: (ReadBack | undefined)[] = segments.map(() => undefined);
    const round = async (ids: readonly number[], isRepair: boolean) => {
      const asked = ids.map((id): PromptSegment => ({ id, text: marked[id] ?? '' }));
      const ask = (batch: readonly PromptSegment[]) => this.#ask(batch, task, isRepair, caller);
      const written = new Map((await Promise.all(batchesOf(asked).map(ask))).flat());
      return ids.filter((id) => {
        const segment = segments[id];
        results[id] = segment && readBack(written.get(id), segment);
        return results[id] === undefined;
      });
    };
    const left = await round(
      marked.flatMap((text, id) => (text === undefined ? [] : [id])),
      false,
    );
    await round(left, true);
    return results;
  }

  /** A batch that is refused is asked for in halves: it may be too long as a whole. */
  async #ask(
    batch: readonly PromptSegment[],
    task: ChatTask,
    isRepair: boolean,
    caller: ChatCaller,
  ): Promise<readonly Written[]> {
    const { owner = '', signal } = caller;
    try {
      const complete = () =>
        this.client.complete(task.messages(batch, isRepair), answerSchema(task.answer), signal);
      const content = await this.queue.turn(owner, complete, signal);
      return writtenIn(content, task.answer);
    } catch (error) {
      if (batch.length === 1 || !isRefusal(error)) throw error;
      const middle = Math.ceil(batch.length / 2);
      const first = await this.#ask(batch.slice(0, middle), task, isRepair, caller);
      return [...first, ...(await this.#ask(batch.slice(middle), task, isRepair, caller))];
    }
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'engine_refused';

function readBack(written: string | undefined, segment: MarkedText): ReadBack | undefined {
  if (written === undefined || written.trim() === '') return undefined;
  return segment.spans.length === 0 ? { text: written, spans: [] } : readMarks(written, segment);
}

/** What there is in an answer, by the id of the segment. Models wrap JSON in fences now and then. */
function writtenIn(content: string, member: ChatTask['answer']): readonly Written[] {
  let answer: unknown;
  try {
    answer = JSON.parse(content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1));
  } catch {
    return []; // Not an answer: everything is asked for once more.
  }
  const list = (answer as Readonly<Record<string, unknown>> | null)?.[member];
  return (Array.isArray(list) ? (list as unknown[]) : []).flatMap((item) => {
    const { id, text } = (item ?? {}) as { id?: unknown; text?: unknown };
    return typeof id === 'number' && typeof text === 'string' ? [[id, text] as const] : [];
  });
}
