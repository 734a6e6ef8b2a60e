import { Controller, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { abortSignalOf, explainTimeout, validationPipe } from '@sextant/platform-http';
import { Uploads, type UploadedForm } from '@sextant/platform-http/uploads';
import type { Request, Response } from 'express';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Needs } from '../../access/scope.guard.js';
import type { Caller } from '../../access/scopes.js';
import { wavHeader } from '../../audio/wav.js';
import { invalid } from '../../errors/request-errors.js';
import { validationProblem } from '../../http/validation-problem.js';
import { ANALYSIS_RATE } from '../../recordings/cepstra.js';
import { Transcriptions, type Transcription } from '../../transcription/transcriptions.js';
import {
  ElevenLabsTranscriptDto,
  SpeechToTextFieldsDto,
  SpeechToTextFormDto,
  SpeechToTextQuery,
  type TranscriptWordDto,
} from './elevenlabs-transcripts.dto.js';

const MAX_FILE_BYTES = 25 * 1024 * 1024;
const RECEIVE_MS = 120_000;

const pipe = validationPipe(validationProblem);

/** ElevenLabs' speech to text. */
@ApiTags('elevenlabs')
@ApiBearerAuth()
@Controller('v1/speech-to-text')
export class ElevenLabsTranscriptsController {
  readonly #uploads = new Uploads({
    files: ['file'],
    most: 16,
    mostOfOne: 4,
    receiveMs: RECEIVE_MS,
  });

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
    const asked = { owner: workspace, maxFileBytes: MAX_FILE_BYTES, request, response };
    return await this.#uploads.use(asked, async (form) => {
      const { fields, bytes } = await formOf(form);
      const { language_code: language } = fields;
      const heard = await this.transcriptions.write({
        workspace,
        bytes,
        language,
        task: 'transcribe',
        isStreamed: false,
        signal,
      });
      return present(heard, fields);
    });
  }
}

async function formOf({ fields, files }: UploadedForm) {
  const checked = (await pipe.transform(fields, {
    type: 'body',
    metatype: SpeechToTextFieldsDto,
  })) as SpeechToTextFieldsDto;
  const file = files.get('file');
  if (file === undefined) throw invalid('file', 'The file is missing.');
  const isRaw = checked.file_format === 'pcm_s16le_16';
  return { fields: checked, bytes: isRaw ? withHeader(file.bytes) : file.bytes };
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
