import { Controller, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { abortSignalOf, explainTimeout } from '@sextant/platform-http';
import type { Request, Response } from 'express';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Needs } from '../../access/scope.guard.js';
import type { Caller } from '../../access/scopes.js';
import { wavHeader } from '../../audio/wav.js';
import { FileForms } from '../../http/file.form.js';
import { ANALYSIS_RATE } from '../../recordings/cepstra.js';
import {
  RECORDING_FORM,
  Transcriptions,
  type Transcription,
} from '../../transcription/transcriptions.js';
import {
  ElevenLabsTranscriptDto,
  SpeechToTextFieldsDto,
  SpeechToTextFormDto,
  SpeechToTextQuery,
  type TranscriptWordDto,
} from './elevenlabs-transcripts.dto.js';

/** ElevenLabs' speech to text. */
@ApiTags('elevenlabs')
@ApiBearerAuth()
@Controller('v1/speech-to-text')
export class ElevenLabsTranscriptsController {
  readonly #forms = new FileForms(RECORDING_FORM);

  constructor(private readonly transcriptions: Transcriptions) {}

  @Post()
  @HttpCode(200)
  @Needs('audio:speech')
  @ApiOperation({ summary: "Writes a recording down, in ElevenLabs' dialect." })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: SpeechToTextFormDto })
  @ApiOkResponse({ type: ElevenLabsTranscriptDto })
  async convert(
    @CurrentCaller() { workspace }: Caller,
    @Query() _query: SpeechToTextQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ElevenLabsTranscriptDto> {
    const signal = abortSignalOf(response);
    explainTimeout(response, () => this.transcriptions.whyWaiting());
    return await this.#forms.use(
      { workspace, request, response },
      SpeechToTextFieldsDto,
      async ({ fields, file }) => {
        const { language_code: language, file_format } = fields;
        const bytes = file_format === 'pcm_s16le_16' ? withHeader(file.bytes) : file.bytes;
        const asked = { workspace, bytes, language, isStreamed: false, signal };
        return present(await this.transcriptions.write({ ...asked, task: 'transcribe' }), fields);
      },
    );
  }
}

const withHeader = (samples: Uint8Array): Uint8Array =>
  Buffer.concat([wavHeader(ANALYSIS_RATE, samples.length), samples]);

function present(
  { text, words = [], language, durationMs }: Transcription,
  { language_code: asked, timestamps_granularity: granularity }: SpeechToTextFieldsDto,
): ElevenLabsTranscriptDto {
  return {
    language_code: language ?? asked ?? 'und',
    language_probability: asked === undefined ? 0 : 1,
    text,
    words: granularity === 'none' ? [] : wordsOf(words),
    audio_duration_secs: secondsOf(durationMs),
  };
}

/** Words and the spaces between them. */
function wordsOf(words: NonNullable<Transcription['words']>): TranscriptWordDto[] {
  return words.flatMap(({ text, startMs, endMs }, index) => {
    const [start, end] = [secondsOf(startMs), secondsOf(endMs)];
    const word = { text, start, end, type: 'word', logprob: 0 };
    const next = words[index + 1];
    if (next === undefined) return [word];
    const until = secondsOf(Math.max(endMs, next.startMs));
    return [word, { text: ' ', start: end, end: until, type: 'spacing', logprob: 0 }];
  });
}

const secondsOf = (ms: number): number => Math.round(ms) / 1000;
