import type { EncodedPart, SpeechEncoding } from './audio/encoded-stream.js';
import {
  DialogueService,
  type DialogueRequest,
  type DialogueSpeech,
  type DialogueStream,
} from './dialogue-service.js';
import { DIALOGUE_MODELS, modelFor, type Route } from './models.js';
import {
  SpeechService,
  type Speech,
  type SpeechDependencies,
  type SpeechRequest,
  type SpeechStream,
} from './speech-service.js';

/** One synthesis that was made to its end. */
export interface Usage {
  readonly workspace: string;
  readonly route: Route;
  readonly model: string;
  readonly voiceIds: readonly string[];
  readonly billableCharacters: number;
  /** Unknown of a dialogue's stream. */
  readonly durationMs?: number | undefined;
}

/** Keeps usage for billing. */
export abstract class UsageLedger {
  /** Durable when it resolves. */
  abstract record(usage: Usage): Promise<void>;
}

/**
 * Speaks and records what was spoken: once for each synthesis that reached its end, before the caller is told so;
 * nothing for those that failed or that nobody listened to.
 */
export class MeteredSpeechService extends SpeechService {
  constructor(
    uses: SpeechDependencies,
    private readonly usage: UsageLedger,
  ) {
    super(uses);
  }

  override async speak(request: SpeechRequest, route: Route = 'speech'): Promise<Speech> {
    const speech = await super.speak(request, route);
    await this.usage.record(usageOf(request, route, speech));
    return speech;
  }

  override async stream(request: SpeechRequest, route: Route): Promise<SpeechStream> {
    const stream = await super.stream(request, route);
    const record = (): Promise<void> =>
      this.usage.record(usageOf(request, route, { ...stream, durationMs: stream.durationMs() }));
    return { ...stream, parts: () => recorded(stream.parts(), record) };
  }
}

/** The same for several voices. */
export class MeteredDialogueService extends DialogueService {
  constructor(
    private readonly speaker: SpeechService,
    encoding: SpeechEncoding,
    private readonly usage: UsageLedger,
  ) {
    super(speaker, encoding);
  }

  override async speak(request: DialogueRequest): Promise<DialogueSpeech> {
    const speech = await super.speak(request);
    await this.usage.record(this.usageOf(request, speech.durationMs));
    return speech;
  }

  override async stream(request: DialogueRequest): Promise<DialogueStream> {
    const stream = await super.stream(request);
    const record = (): Promise<void> => this.usage.record(this.usageOf(request));
    return { ...stream, parts: () => recorded(stream.parts(), record) };
  }

  private usageOf({ workspace, model, turns }: DialogueRequest, durationMs?: number): Usage {
    return {
      workspace,
      route: 'dialogue',
      model: model ?? DIALOGUE_MODELS[0]?.id ?? '',
      voiceIds: [...new Set(turns.map(({ voiceId }) => voiceId))],
      billableCharacters: turns.reduce(
        (sum, { input }) => sum + this.speaker.billableCharacters(input),
        0,
      ),
      durationMs,
    };
  }
}

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

async function* recorded(
  parts: AsyncGenerator<EncodedPart>,
  record: () => Promise<void>,
): AsyncGenerator<EncodedPart> {
  yield* parts;
  await record();
}
