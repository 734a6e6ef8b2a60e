import { createHash } from 'node:crypto';
import { Body, Controller, Get, Headers, HttpCode, Post, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { DIALOGUE_MODELS, MODELS } from '../../models/models.js';
import type { Caller } from '../../access/scopes.js';
import type { WordMark } from '../marks/speech-marks.js';
import { Speaking } from '../speaking.js';
import type { Speech } from '../speech-request.js';
import { Manifests } from '../../provenance/manifest.js';
import { SharedVoices } from '../../voices/catalogue/shared-voices.js';
import { isEnglish } from '../../voices/catalogue/voice.js';
import {
  answerAudio,
  answerEvents,
  OPENAI_EVENTS,
  SPEECHIFY_EVENTS,
  tellHow,
} from '../audio.presenter.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Needs, SpeaksWithOneVoice } from '../../access/scope.guard.js';
import { isOpenAi, SpeechBodyPipe } from './speech-body.pipe.js';
import { LISTENING_MESSAGES } from '../../listening/messages/listening-messages.dto.js';
import { LIVE_MESSAGES } from '../../live/messages/live-messages.dto.js';
import { openAiRequestOf } from '../../dialects/openai/openai.request.js';
import { captionsFor } from '../../captions/captions.presenter.js';
import { EventStreamDto, SynthesisDto } from './synthesis.dto.js';
import { OpenAiSpeechDto } from '../../dialects/openai/openai-speech.dto.js';
import { StreamDto } from '../streams/stream.dto.js';
import { presentModel, presentSpeech } from './synthesis.presenter.js';
import { speechRequestOf } from './synthesis.request.js';
import { streamFormatOf, wholeFormatOf } from '../asked-format.js';
import { ModelsDto, SpeechDto } from './synthesis-answers.dto.js';

const sha256Of = (audio: Uint8Array): string => createHash('sha256').update(audio).digest('base64');

@ApiTags('audio')
@ApiBearerAuth()
@ApiExtraModels(SynthesisDto, OpenAiSpeechDto, ...LIVE_MESSAGES, ...LISTENING_MESSAGES)
@Controller('v1/audio')
export class SynthesisController {
  constructor(
    private readonly speech: Speaking,
    private readonly voices: SharedVoices,
    private readonly manifests: Manifests,
  ) {}

  @Post('speech')
  @HttpCode(200)
  @Needs('audio:speech')
  @SpeaksWithOneVoice()
  @ApiOperation({
    summary:
      'Speaks up to 2,000 characters; one JSON object with the audio and the time of each word.',
    description:
      "A body with `voice` and no `voice_id` is OpenAI's: the answer is raw audio, or events with `stream_format: sse`.",
  })
  @ApiBody({
    schema: {
      oneOf: [{ $ref: getSchemaPath(SynthesisDto) }, { $ref: getSchemaPath(OpenAiSpeechDto) }],
    },
  })
  @ApiOkResponse({ type: SpeechDto })
  async speak(
    @Body(SpeechBodyPipe) body: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<unknown> {
    if (isOpenAi(body)) {
      await this.speakToOpenAi(body, caller, response);
      return undefined;
    }
    const asked = body as SynthesisDto;
    const format = wholeFormatOf(asked);
    const speech = await this.speech.speak(speechRequestOf(asked, { caller, format, response }));
    tellHow(speech, response);
    const manifest = await this.manifestOf(speech, caller, sha256Of(speech.audio));
    return { ...presentSpeech(speech, asked), ...manifest };
  }

  @Post('stream')
  @HttpCode(200)
  @Needs('audio:stream')
  @SpeaksWithOneVoice()
  @ApiOperation({ summary: 'Speaks up to 20,000 characters; raw audio as it is made.' })
  @ApiProduces('audio/mpeg', 'audio/ogg', 'audio/aac', 'audio/wav', 'audio/L16', 'audio/basic')
  async stream(
    @Body() body: StreamDto,
    @CurrentCaller() caller: Caller,
    @Headers('accept') accept: string | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const format = streamFormatOf(body, accept);
    const request = speechRequestOf(body, { caller, format, response });
    await answerAudio(await this.speech.stream(request, 'stream'), response);
  }

  @Post(['stream/with-timestamps', 'stream-with-timestamps'])
  @HttpCode(200)
  @Needs('audio:stream')
  @SpeaksWithOneVoice()
  @ApiOperation({ summary: 'The same as server-sent events, with the time of each word.' })
  @ApiProduces('text/event-stream')
  async streamEvents(
    @Body() body: EventStreamDto,
    @CurrentCaller() caller: Caller,
    @Headers('accept') accept: string | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const format = streamFormatOf(body, accept);
    const request = speechRequestOf(body, { caller, format, response });
    const stream = await this.speech.stream(request, 'stream-with-timestamps');
    const { input } = body;
    const captions = (marks: readonly WordMark[]) =>
      captionsFor(body.captions, stream.language, [{ input, marks }]).captions;
    const manifest = (sha256: string) => this.manifestOf(stream, caller, sha256);
    await answerEvents(stream, { dialect: SPEECHIFY_EVENTS, captions, manifest }, response);
  }

  @Get('models')
  @Needs('audio:speech', 'audio:stream', 'voices:read')
  @ApiOperation({ summary: 'All models, with the routes and voices that each accepts.' })
  @ApiOkResponse({ type: ModelsDto })
  models(): ModelsDto {
    const present = (models: typeof MODELS) =>
      models.map((model) => {
        const voices = this.voices.all.filter((voice) => !model.isEnglishOnly || isEnglish(voice));
        const languages = [...new Set(voices.map(({ locale }) => locale))];
        return presentModel(model, languages);
      });
    return { models: present(MODELS), dialogue_models: present(DIALOGUE_MODELS) };
  }

  /** Who accounts for a cloned voice; nothing for others. */
  private async manifestOf(
    { isClone, spokenBy: voiceId, format }: Pick<Speech, 'isClone' | 'spokenBy' | 'format'>,
    { workspace }: Caller,
    sha256: string,
  ): Promise<{ readonly provenance_manifest?: string }> {
    if (!isClone) return {};
    return { provenance_manifest: await this.manifests.of({ workspace, voiceId, format, sha256 }) };
  }

  private async speakToOpenAi(
    body: OpenAiSpeechDto,
    caller: Caller,
    response: Response,
  ): Promise<void> {
    const request = openAiRequestOf(body, { caller, response });
    if (body.stream_format === 'sse') {
      const stream = await this.speech.stream(request, 'stream');
      await answerEvents(stream, { dialect: OPENAI_EVENTS }, response);
      return;
    }
    await answerAudio(await this.speech.stream(request, 'stream'), response);
  }
}
