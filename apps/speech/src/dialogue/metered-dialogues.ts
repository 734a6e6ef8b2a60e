import { Injectable } from '@nestjs/common';
import { type DialogueSpeaking, UnmeteredDialogues } from './dialogue-speaking.js';
import { UsageRecorder, type Usage } from '../usage/usage.js';
import type { DialogueRequest, DialogueSpeech, DialogueStream } from './dialogue-request.js';
import { charactersOf, recorded } from '../synthesis/recorded-parts.js';
import { DIALOGUE_MODELS } from '../models/models.js';

/** The same for several voices. */
@Injectable()
export class MeteredDialogues implements DialogueSpeaking {
  constructor(
    private readonly dialogues: UnmeteredDialogues,
    private readonly usage: UsageRecorder,
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
      const billableCharacters = charactersOf(stream.billableCharacters, share);
      const made = { billableCharacters, durationMs: stream.durationMs() };
      await this.usage.record(dialogueUsageOf(request, made));
    };
    const { signal } = request;
    return { ...stream, parts: () => recorded(stream.parts(), { record, signal }) };
  }
}

type DialogueMade = Pick<DialogueSpeech, 'billableCharacters' | 'durationMs'>;

export const dialogueUsageOf = (
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
