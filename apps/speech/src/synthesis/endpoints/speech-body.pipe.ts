import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { validationPipe } from '@sextant/platform-http';
import { SynthesisDto } from './synthesis.dto.js';
import { OpenAiSpeechDto } from '../../dialects/openai/openai-speech.dto.js';
import { validationProblem } from '../../http/validation-problem.js';

/** Two dialects share a path: `voice` without `voice_id` is OpenAI's. */
export class SpeechBodyPipe implements PipeTransform {
  readonly #pipe = validationPipe(validationProblem);

  transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const metatype = looksLikeOpenAi(value) ? OpenAiSpeechDto : SynthesisDto;
    return this.#pipe.transform(value, { ...metadata, metatype }) as Promise<unknown>;
  }
}

const looksLikeOpenAi = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'voice' in value && !('voice_id' in value);

export const isOpenAi = (body: unknown): body is OpenAiSpeechDto => body instanceof OpenAiSpeechDto;
