import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { abortSignalOf, explainTimeout } from '@sextant/platform-http';
import type { Request, Response } from 'express';
import type { Caller } from '../access/scopes.js';
import { RECORDING_FORM, Transcriptions } from './transcriptions.js';
import { CurrentCaller } from '../access/caller.decorator.js';
import { Needs } from '../access/scope.guard.js';
import {
  CreateTranscriptionDto,
  CreateTranslationDto,
  TranscriptionDto,
  TranscriptionFormDto,
  TranslationFormDto,
} from './transcriptions.dto.js';
import { answerTranscript, streamTranscript } from './transcription.presenter.js';
import { FileForms } from '../http/file.form.js';
import type { ListeningTask } from '../recognition/transcriber.js';

interface Asked {
  readonly caller: Caller;
  readonly request: Request;
  readonly response: Response;
}

/** OpenAI's transcriptions and translations. */
@ApiTags('transcriptions')
@ApiBearerAuth()
@Controller('v1/audio')
export class TranscriptionsController {
  readonly #forms = new FileForms(RECORDING_FORM);

  constructor(private readonly transcriptions: Transcriptions) {}

  @Post('transcriptions')
  @HttpCode(200)
  @Needs('audio:speech')
  @ApiOperation({
    summary: "Writes a recording down, in OpenAI's dialect.",
    description:
      'X-Speech-Recogniser names the recogniser. `stream=true` tells each stretch as it is heard, as server-sent events, of an hour at most.',
  })
  @ApiConsumes('multipart/form-data')
  @ApiProduces('application/json', 'text/plain', 'text/event-stream')
  @ApiBody({ type: CreateTranscriptionDto })
  @ApiOkResponse({ type: TranscriptionDto })
  async transcribe(
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.hear({ caller, request, response }, TranscriptionFormDto, 'transcribe');
  }

  @Post('translations')
  @HttpCode(200)
  @Needs('audio:speech')
  @ApiOperation({
    summary: "Writes a recording down in English, in OpenAI's dialect.",
    description: 'What is said in other languages only a multilingual model of Whisper translates.',
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: CreateTranslationDto })
  @ApiOkResponse({ type: TranscriptionDto })
  async translate(
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.hear({ caller, request, response }, TranslationFormDto, 'translate');
  }

  private async hear(
    { caller: { workspace }, request, response }: Asked,
    fieldsType: new () => TranscriptionFormDto,
    task: ListeningTask,
  ): Promise<void> {
    const signal = abortSignalOf(response);
    explainTimeout(response, () => this.transcriptions.whyWaiting());
    await this.#forms.use(
      { workspace, request, response },
      fieldsType,
      async ({ fields, file: { bytes } }) => {
        const isStreamed = fields.stream === 'true';
        const wanted = { workspace, bytes, language: fields.language, task, isStreamed, signal };
        if (isStreamed) {
          await streamTranscript(await this.transcriptions.begin(wanted), response);
          return;
        }
        const heard = await this.transcriptions.write(wanted);
        if (!response.headersSent) answerTranscript(heard, response, fields);
      },
    );
  }
}
