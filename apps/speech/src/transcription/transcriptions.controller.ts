import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { Problem } from '@sextant/platform-http/errors';
import { abortSignalOf, explainTimeout, validationPipe } from '@sextant/platform-http';
import { Uploads, type UploadedForm } from '@sextant/platform-http/uploads';
import type { Request, Response } from 'express';
import { cuesOf } from '../captions/cues.js';
import type { Caller } from '../access/scopes.js';
import { invalid } from '../errors/request-errors.js';
import {
  captionedPart,
  captionsOfHeard,
  Transcriptions,
  type Transcription,
} from './transcriptions.js';
import { CurrentCaller, Needs } from '../access/caller.js';
import {
  CreateTranscriptionDto,
  TranscriptionDto,
  TranscriptionFormDto,
  type TranscriptFormat,
} from './transcriptions.dto.js';
import { validationProblem } from '../http/validation-problem.js';

const MAX_FILE_BYTES = 25 * 1024 * 1024;
const RECEIVE_MS = 120_000;

const pipe = validationPipe(validationProblem);

@ApiTags('transcriptions')
@ApiBearerAuth()
@Controller('v1/audio/transcriptions')
export class TranscriptionsController {
  readonly #uploads = new Uploads({
    files: ['file'],
    most: 8,
    mostOfOne: 4,
    receiveMs: RECEIVE_MS,
  });

  constructor(private readonly transcriptions: Transcriptions) {}

  @Post()
  @HttpCode(200)
  @Needs('audio:speech')
  @ApiOperation({
    summary: "Writes a recording down, in OpenAI's dialect.",
    description: 'X-Speech-Recogniser tells who listened; pocketsphinx is of before neural models.',
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: CreateTranscriptionDto })
  @ApiOkResponse({ type: TranscriptionDto })
  async create(
    @CurrentCaller() { workspace }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const signal = abortSignalOf(response);
    explainTimeout(response, () => this.transcriptions.whyWaiting());
    const asked = { owner: workspace, maxFileBytes: MAX_FILE_BYTES, request, response };
    await this.#uploads
      .use(asked, async (form) => {
        const { fields, bytes } = await formOf(form);
        const { language } = fields;
        const heard = await this.transcriptions.write({ workspace, bytes, language, signal });
        if (response.headersSent) return;
        response.setHeader('X-Speech-Recogniser', heard.by);
        response.setHeader('Cache-Control', 'no-store');
        ANSWERS[fields.response_format ?? 'json'](heard, response, fields);
      })
      .catch((error: unknown) => {
        if (!(error instanceof Problem) || error.code !== 'invalid_form') throw error;
        throw invalid('file', error.message);
      });
  }
}

async function formOf({ fields, files }: UploadedForm) {
  // OpenAI's clients write lists with brackets.
  const { 'timestamp_granularities[]': granularities, ...plain } = fields;
  const checked = (await pipe.transform(
    granularities === undefined ? plain : { ...plain, timestamp_granularities: granularities },
    { type: 'body', metatype: TranscriptionFormDto },
  )) as TranscriptionFormDto;
  const file = files.get('file');
  if (file === undefined) throw invalid('file', 'The file is missing.');
  return { fields: checked, bytes: file.bytes };
}

type Answer = (heard: Transcription, response: Response, fields: TranscriptionFormDto) => void;

const ANSWERS: Readonly<Record<TranscriptFormat, Answer>> = {
  json: ({ text }, response) => void response.json({ text }),
  text: ({ text }, response) => void response.type('text/plain').send(`${text}\n`),
  srt: (heard, response) =>
    void response.type('application/x-subrip').send(captionsOfHeard(heard, 'srt')),
  vtt: (heard, response) => void response.type('text/vtt').send(captionsOfHeard(heard, 'vtt')),
  verbose_json: (heard, response, fields) => void response.json(verboseOf(heard, fields)),
};

const secondsOf = (ms: number): number => Math.round(ms) / 1000;

function verboseOf(
  heard: Transcription,
  { timestamp_granularities: asked = ['segment'], language }: TranscriptionFormDto,
) {
  const { text, words, durationMs } = heard;
  const times = (words ?? []).map((word) => ({
    word: word.text,
    start: secondsOf(word.startMs),
    end: secondsOf(word.endMs),
  }));
  return {
    task: 'transcribe',
    language: language ?? 'english',
    duration: secondsOf(durationMs),
    text,
    ...(words !== undefined && asked.includes('word') ? { words: times } : {}),
    ...(words !== undefined && asked.includes('segment') ? { segments: segmentsOf(heard) } : {}),
  };
}

function segmentsOf(heard: Transcription) {
  const layout = { maxLineLength: 200, maxLines: 1, language: 'en' };
  return cuesOf([captionedPart(heard)], layout).map(({ startMs, endMs, lines }, id) => ({
    id,
    start: secondsOf(startMs),
    end: secondsOf(endMs),
    text: lines
      .flat()
      .map((word) => word.text)
      .join(' '),
  }));
}
