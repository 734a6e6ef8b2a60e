import { Body, Controller, Headers, HttpCode, Post, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { AudioFormat } from '../audio/audio-format.js';
import type { DialogueRequest } from './dialogue-request.js';
import { DialogueSpeaking } from './dialogue-speaking.js';
import type { Caller } from '../access/scopes.js';
import { answerAudio, tellHow } from '../synthesis/audio.presenter.js';
import { CurrentCaller } from '../access/caller.decorator.js';
import { Needs } from '../access/scope.guard.js';
import { presentDialogue } from './dialogue.presenter.js';
import { DialogueSpeechDto } from './dialogue-answers.dto.js';
import { DialogueDto } from './dialogue.dto.js';
import { streamFormatOf, wholeFormatOf } from '../synthesis/asked-format.js';
import { waitingFor } from '../synthesis/streams/stream.presenter.js';

const DEFAULT_PAUSE_MS = 250;

@ApiTags('audio')
@ApiBearerAuth()
@Controller('v1/audio/dialogue')
export class DialogueController {
  constructor(private readonly dialogue: DialogueSpeaking) {}

  @Post()
  @HttpCode(200)
  @Needs('audio:speech')
  @ApiOperation({
    summary: 'Speaks turns of several voices as one recording.',
    description:
      'JSON as `/v1/audio/speech`, each word with its turn and voice; raw audio with `Accept: audio/*`.',
  })
  @ApiProduces('application/json', 'audio/mpeg')
  @ApiOkResponse({ type: DialogueSpeechDto })
  async speak(
    @Body() body: DialogueDto,
    @CurrentCaller() caller: Caller,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DialogueSpeechDto | undefined> {
    if (accept?.trim().startsWith('audio/') === true) {
      const format = streamFormatOf(body, accept);
      const stream = await this.dialogue.stream(requestOf(body, { caller, format, response }));
      await answerAudio({ ...stream, format }, response);
      return undefined;
    }
    const format = wholeFormatOf(body);
    const speech = await this.dialogue.speak(requestOf(body, { caller, format, response }));
    tellHow(speech, response);
    return presentDialogue(speech, body);
  }
}

const requestOf = (
  body: DialogueDto,
  { caller, format, response }: { caller: Caller; format: AudioFormat; response: Response },
): DialogueRequest => ({
  workspace: caller.workspace,
  turns: body.turns.map(({ input, voice_id, pause_ms = DEFAULT_PAUSE_MS }) => ({
    input,
    voiceId: voice_id,
    pauseMs: pause_ms,
  })),
  model: body.model,
  language: body.language,
  lexicons: body.lexicons,
  format,
  normalizesText: true,
  normalizesLoudness: false,
  ...waitingFor(response),
});
