import { Injectable } from '@nestjs/common';
import { type Speaking, UnmeteredSpeaking } from './speaking.js';
import { UsageRecorder, type Usage } from '../usage/usage.js';
import type { SpeechRequest, Speech, SpeechStream } from './speech-request.js';
import { type Route, modelFor } from '../models/models.js';
import type { WordMark } from './marks/speech-marks.js';
import type { EncodedPart } from './streams/encoded-stream.js';
import { charactersOf, recorded } from './recorded-parts.js';

/**
 * Speaks and records what was spoken: once for each synthesis that reached its end, before the caller is told so, and of a
 * stream whose listener hangs up what was said until then; nothing for those that failed.
 */
@Injectable()
export class MeteredSpeech implements Speaking {
  constructor(
    private readonly speech: UnmeteredSpeaking,
    private readonly usage: UsageRecorder,
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
      const durationMs = (isWhole ? undefined : told?.endMs) ?? stream.durationMs();
      const made = { billableCharacters: charactersOf(billableCharacters, share), durationMs };
      await this.usage.record(usageOf(request, route, made));
    };
    const onPart = ({ marks }: EncodedPart) => {
      told = marks.at(-1) ?? told;
    };
    return { ...stream, parts: () => recorded(stream.parts(), { record, onPart, signal }) };
  }
}

export const usageOf = (
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
