import type { EncodedPart } from '../synthesis/encoded-stream.js';
import type {
  DialogueRequest,
  DialogueSpeech,
  DialogueStream,
} from '../dialogue/dialogue-service.js';
import type { WordMark } from '../synthesis/speech-marks.js';
import { DIALOGUE_MODELS, modelFor, type Route } from '../models/models.js';
import type { DialogueSpeaking, Speaking } from '../synthesis/speaking.js';
import type { Speech, SpeechRequest, SpeechStream } from '../synthesis/speech-service.js';

/** One synthesis that was made to its end. */
export interface Usage {
  readonly workspace: string;
  readonly route: Route | 'book';
  readonly model: string;
  readonly voiceIds: readonly string[];
  readonly billableCharacters: number;
  readonly durationMs: number;
}

/** What a workspace had spoken on a day (UTC) by one route. */
export interface DayUsage {
  /** ISO 8601, as `2026-11-25`. */
  readonly day: string;
  readonly route: Usage['route'];
  readonly syntheses: number;
  readonly characters: number;
  readonly durationMs: number;
}

/** From the first day to the last, both with it. */
export interface UsageSpan {
  readonly from: string;
  readonly to: string;
}

/** Keeps usage for billing. */
export abstract class UsageLedger {
  /** Durable when it resolves. */
  abstract record(usage: Usage): Promise<void>;

  /** Days without use are not among them. */
  abstract days(workspace: string, span: UsageSpan): Promise<readonly DayUsage[]>;
}

/**
 * Speaks and records what was spoken: once for each synthesis that reached its end, before the caller is told so, and of a
 * stream whose listener hangs up what was said until then; nothing for those that failed.
 */
export class MeteredSpeech implements Speaking {
  constructor(
    private readonly speech: Speaking,
    private readonly usage: Pick<UsageLedger, 'record'>,
  ) {}

  async speak(request: SpeechRequest, route: Route = 'speech'): Promise<Speech> {
    const speech = await this.speech.speak(request, route);
    await this.usage.record(usageOf(request, route, speech));
    return speech;
  }

  async stream(request: SpeechRequest, route: Route): Promise<SpeechStream> {
    const stream = await this.speech.stream(request, route);
    const { billableCharacters } = stream;
    const { input, signal } = request;
    let told: WordMark | undefined;
    const record = async (isWhole: boolean): Promise<void> => {
      const share = isWhole ? 1 : Math.min(1, (told?.end ?? 0) / input.length);
      const durationMs = isWhole ? stream.durationMs() : (told?.endMs ?? 0);
      const made = { billableCharacters: Math.ceil(billableCharacters * share), durationMs };
      if (share > 0) await this.usage.record(usageOf(request, route, made));
    };
    const onPart = ({ marks }: EncodedPart) => {
      told = marks.at(-1) ?? told;
    };
    return { ...stream, parts: () => recorded(stream.parts(), { record, onPart, signal }) };
  }
}

/** The same for several voices. */
export class MeteredDialogues implements DialogueSpeaking {
  constructor(
    private readonly dialogues: DialogueSpeaking,
    private readonly usage: Pick<UsageLedger, 'record'>,
  ) {}

  async speak(request: DialogueRequest): Promise<DialogueSpeech> {
    const speech = await this.dialogues.speak(request);
    await this.usage.record(dialogueUsageOf(request, speech));
    return speech;
  }

  async stream(request: DialogueRequest): Promise<DialogueStream> {
    const stream = await this.dialogues.stream(request);
    const record = async (isWhole: boolean): Promise<void> => {
      const share = isWhole ? 1 : stream.share();
      const billableCharacters = Math.ceil(stream.billableCharacters * share);
      const made = { billableCharacters, durationMs: stream.durationMs() };
      if (share > 0) await this.usage.record(dialogueUsageOf(request, made));
    };
    const { signal } = request;
    return { ...stream, parts: () => recorded(stream.parts(), { record, signal }) };
  }
}

type DialogueMade = Pick<DialogueSpeech, 'billableCharacters' | 'durationMs'>;

const dialogueUsageOf = (
  { workspace, model, turns }: DialogueRequest,
  { billableCharacters, durationMs }: DialogueMade,
): Usage => ({
  workspace,
  route: 'dialogue',
  model: model ?? DIALOGUE_MODELS[0]?.id ?? '',
  voiceIds: [...new Set(turns.map(({ voiceId }) => voiceId))],
  billableCharacters,
  durationMs,
});

const usageOf = (
  { workspace, model, voiceId }: SpeechRequest,
  route: Route,
  made: Pick<Speech, 'billableCharacters' | 'durationMs'>,
): Usage => ({
  workspace,
  route,
  model: modelFor(model, route).id,
  voiceIds: [voiceId],
  billableCharacters: made.billableCharacters,
  durationMs: made.durationMs,
});

interface Recording {
  /** @param isWhole whether all was said; else the listener has gone before its end */
  readonly record: (isWhole: boolean) => Promise<void>;
  readonly onPart?: (part: EncodedPart) => void;
  /** Aborts when the listener goes. */
  readonly signal: AbortSignal;
}

async function* recorded(
  parts: AsyncGenerator<EncodedPart>,
  { record, onPart, signal }: Recording,
): AsyncGenerator<EncodedPart> {
  let isOver = false;
  try {
    for await (const part of parts) {
      onPart?.(part);
      yield part;
    }
    isOver = true;
    await record(true);
  } catch (error) {
    isOver ||= !signal.aborted;
    throw error;
  } finally {
    if (!isOver) await record(false);
  }
}
