import type { Speech } from '../speech-request.js';
import type { WordMark } from '../marks/speech-marks.js';
import type { Model, Route } from '../../models/models.js';
import { captionsFor } from '../../captions/captions.presenter.js';
import type { SynthesisDto } from './synthesis.dto.js';
import { presentWord } from '../marks/word-mark.presenter.js';

/** An explicit `output_format` is told as it was encoded, a container as the container. */
export const presentSpeech = (
  { audio, format, billableCharacters, marks, language }: Speech,
  { input, output_format, captions }: Pick<SynthesisDto, 'input' | 'output_format' | 'captions'>,
) => ({
  audio_data: Buffer.from(audio).toString('base64'),
  audio_format: output_format === undefined ? format.codec : format.id,
  billable_characters_count: billableCharacters,
  speech_marks: presentMarks(marks, input),
  ...captionsFor(captions, language, [{ input, marks }]),
});

/** The published interface has one tree: the whole input, and under it its words. */
function presentMarks(marks: readonly WordMark[], input: string) {
  const start = marks[0]?.start ?? 0;
  const end = marks.at(-1)?.end ?? 0;
  return {
    type: 'sentence',
    start,
    end,
    start_time: marks[0]?.startMs ?? 0,
    end_time: marks.at(-1)?.endMs ?? 0,
    value: input.slice(start, end),
    chunks: marks.map(presentWord),
  };
}

/** Of those that the published interface knows: live input is ours, and of every model that has its marks. */
const PATHS: Readonly<Partial<Record<Route, string>>> = {
  speech: '/v1/audio/speech',
  stream: '/v1/audio/stream',
  'stream-with-timestamps': '/v1/audio/stream/with-timestamps',
  dialogue: '/v1/audio/dialogue',
};

export const presentModel = (model: Model, languages: readonly string[]) => ({
  id: model.id,
  name: model.name,
  default: model.isDefault,
  recommended: model.isRecommended,
  deprecated: model.isDeprecated,
  description: model.description,
  languages,
  endpoints: model.routes.flatMap((route) => PATHS[route] ?? []),
  // Beside its language nothing keeps a shared voice from any model.
  curated_voices: false,
  english_voices_only: model.isEnglishOnly,
});
