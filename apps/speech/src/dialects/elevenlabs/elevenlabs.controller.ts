import {
  Body,
  Controller,
  createParamDecorator,
  HttpCode,
  Post,
  Query,
  Res,
  type ExecutionContext,
} from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { characterTimes, type CharacterTimes } from './character-times.js';
import { Speaking } from '../../synthesis/speaking.js';
import type { SpeechRequest } from '../../synthesis/speech-request.js';
import { answerAudio, tellHow } from '../../synthesis/audio.presenter.js';
import { Needs } from '../../access/scope.guard.js';
import { workspaceOf } from '../../access/caller.decorator.js';
import { ElevenLabsQuery, ElevenLabsSpeechDto, TimedAudioDto } from './elevenlabs.dto.js';
import { optionsOf, presentTimes } from './elevenlabs.request.js';
import { ReaderGoneError, send } from '../../synthesis/streams/stream.presenter.js';

interface AskedVoiceOf {
  readonly workspace: string;
  readonly voiceId: string;
}

/** Who asks for which voice. */
const AskedVoice = createParamDecorator((_: unknown, context: ExecutionContext): AskedVoiceOf => {
  const request = context.switchToHttp().getRequest<Request>();
  const { voice_id: voiceId } = request.params;
  return { workspace: workspaceOf(request), voiceId: String(voiceId) };
});

/** ElevenLabs' text to speech, so that its clients work; keys are also taken from `xi-api-key`. */
@ApiTags('elevenlabs')
@ApiBearerAuth()
@Controller('v1/text-to-speech')
export class ElevenLabsController {
  constructor(private readonly speech: Speaking) {}

  @Post([':voice_id', ':voice_id/stream'])
  @HttpCode(200)
  @Needs('audio:stream')
  @ApiParam({ name: 'voice_id' })
  @ApiOperation({ summary: "Speaks text in ElevenLabs' dialect; raw audio as it is made." })
  @ApiProduces('audio/mpeg', 'audio/L16', 'audio/ogg', 'audio/wav', 'audio/basic')
  async speak(
    @AskedVoice() asked: AskedVoiceOf,
    @Body() body: ElevenLabsSpeechDto,
    @Query() query: ElevenLabsQuery,
    @Res() response: Response,
  ): Promise<void> {
    const request = requestOf(body, { ...asked, query, response });
    await answerAudio(await this.speech.stream(request, 'stream'), response);
  }

  @Post(':voice_id/with-timestamps')
  @HttpCode(200)
  @Needs('audio:speech')
  @ApiParam({ name: 'voice_id' })
  @ApiOperation({ summary: 'The same in one JSON object, with the time of each character.' })
  @ApiOkResponse({ type: TimedAudioDto })
  async speakTimed(
    @AskedVoice() asked: AskedVoiceOf,
    @Body() body: ElevenLabsSpeechDto,
    @Query() query: ElevenLabsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TimedAudioDto> {
    const request = requestOf(body, { ...asked, query, response });
    const speech = await this.speech.speak(request);
    tellHow(speech, response);
    const whole = { from: 0, until: body.text.length, fromMs: 0 };
    const alignment = presentTimes(characterTimes(body.text, whole, speech.marks));
    const audio = Buffer.from(speech.audio).toString('base64');
    return { audio_base64: audio, alignment, normalized_alignment: alignment };
  }

  @Post(':voice_id/stream/with-timestamps')
  @HttpCode(200)
  @Needs('audio:stream')
  @ApiParam({ name: 'voice_id' })
  @ApiOperation({ summary: 'The same as it is made: a line of JSON for each part.' })
  @ApiProduces('application/json')
  async streamTimed(
    @AskedVoice() asked: AskedVoiceOf,
    @Body() body: ElevenLabsSpeechDto,
    @Query() query: ElevenLabsQuery,
    @Res() response: Response,
  ): Promise<void> {
    const request = requestOf(body, { ...asked, query, response });
    const stream = await this.speech.stream(request, 'stream-with-timestamps');
    const parts = stream.parts();
    tellHow(stream, response);
    const first = await parts.next();
    response.status(200).setHeader('Content-Type', 'application/json');
    response.setHeader('Cache-Control', 'no-store');
    let [from, fromMs] = [0, 0];
    try {
      for (let part = first; part.done !== true; part = await parts.next()) {
        const { bytes, marks } = part.value;
        const until = marks.at(-1)?.end ?? from;
        const times = characterTimes(body.text, { from, until, fromMs }, marks);
        await send(response, lineOf(bytes, times));
        [from, fromMs] = [until, marks.at(-1)?.endMs ?? fromMs];
      }
      const rest = { from, until: body.text.length, fromMs };
      await send(response, lineOf(new Uint8Array(0), characterTimes(body.text, rest, [])));
      response.end();
    } catch (error) {
      if (error instanceof ReaderGoneError) return;
      response.destroy();
      throw error;
    } finally {
      await parts.return(undefined);
    }
  }
}

interface Asked extends AskedVoiceOf {
  readonly query: ElevenLabsQuery;
  readonly response: Response;
}

const requestOf = (
  body: ElevenLabsSpeechDto,
  { workspace, voiceId, ...asked }: Asked,
): SpeechRequest => ({
  workspace,
  voiceId,
  input: body.text,
  speed: body.voice_settings?.speed,
  ...optionsOf(body, asked),
});

function lineOf(bytes: Uint8Array, times: CharacterTimes): string {
  if (bytes.length === 0 && times.characters.length === 0) return '';
  const alignment = times.characters.length === 0 ? null : presentTimes(times);
  const audio = Buffer.from(bytes).toString('base64');
  return `${JSON.stringify({ audio_base64: audio, alignment, normalized_alignment: alignment })}\n`;
}
