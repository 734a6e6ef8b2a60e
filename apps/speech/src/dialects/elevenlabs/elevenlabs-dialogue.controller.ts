import { Body, Controller, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Needs } from '../../access/scope.guard.js';
import type { Caller } from '../../access/scopes.js';
import type { DialogueMark, DialogueRequest } from '../../dialogue/dialogue-request.js';
import { DialogueSpeaking } from '../../dialogue/dialogue-speaking.js';
import { answerAudio, tellHow } from '../../synthesis/audio.presenter.js';
import { characterTimes } from './character-times.js';
import {
  ElevenLabsDialogueDto,
  TimedDialogueDto,
  type DialogueInputDto,
  type VoiceSegmentDto,
} from './elevenlabs-dialogue.dto.js';
import { ElevenLabsQuery, type AlignmentDto } from './elevenlabs.dto.js';
import { optionsOf, presentTimes } from './elevenlabs.request.js';

/** Silence between two turns: ElevenLabs' own is not published. */
const PAUSE_MS = 250;

/** ElevenLabs' text to dialogue. */
@ApiTags('elevenlabs')
@ApiBearerAuth()
@Controller('v1/text-to-dialogue')
export class ElevenLabsDialogueController {
  constructor(private readonly dialogue: DialogueSpeaking) {}

  @Post(['', 'stream'])
  @HttpCode(200)
  @Needs('audio:stream')
  @ApiOperation({ summary: "Speaks turns of several voices in ElevenLabs' dialect; raw audio." })
  @ApiProduces('audio/mpeg', 'audio/L16', 'audio/ogg', 'audio/wav', 'audio/basic')
  async speak(
    @CurrentCaller() caller: Caller,
    @Body() body: ElevenLabsDialogueDto,
    @Query() query: ElevenLabsQuery,
    @Res() response: Response,
  ): Promise<void> {
    const request = requestOf(body, { caller, query, response });
    const stream = await this.dialogue.stream(request);
    await answerAudio({ ...stream, format: request.format }, response);
  }

  @Post('with-timestamps')
  @HttpCode(200)
  @Needs('audio:speech')
  @ApiOperation({ summary: 'The same in one JSON object, with the time of each character.' })
  @ApiOkResponse({ type: TimedDialogueDto })
  async speakTimed(
    @CurrentCaller() caller: Caller,
    @Body() body: ElevenLabsDialogueDto,
    @Query() query: ElevenLabsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TimedDialogueDto> {
    const speech = await this.dialogue.speak(requestOf(body, { caller, query, response }));
    tellHow(speech, response);
    const { alignment, segments } = timesOf(body.inputs, speech.marks);
    return {
      audio_base64: Buffer.from(speech.audio).toString('base64'),
      alignment,
      normalized_alignment: alignment,
      voice_segments: segments,
    };
  }
}

interface Asked {
  readonly caller: Caller;
  readonly query: ElevenLabsQuery;
  readonly response: Response;
}

const requestOf = (body: ElevenLabsDialogueDto, { caller, ...asked }: Asked): DialogueRequest => ({
  workspace: caller.workspace,
  turns: body.inputs.map(({ text, voice_id }) => ({
    input: text,
    voiceId: voice_id,
    pauseMs: PAUSE_MS,
  })),
  ...optionsOf(body, asked),
});

/** The characters of all inputs, one after the other, and what of them each voice says. */
function timesOf(
  inputs: readonly DialogueInputDto[],
  marks: readonly DialogueMark[],
): { readonly alignment: AlignmentDto; readonly segments: VoiceSegmentDto[] } {
  const alignment = {
    characters: [] as string[],
    character_start_times_seconds: [] as number[],
    character_end_times_seconds: [] as number[],
  };
  let endMs = 0;
  const segments = inputs.map(({ text, voice_id }, turn): VoiceSegmentDto => {
    const own = marks.filter((mark) => mark.turn === turn);
    const fromMs = own[0]?.startMs ?? endMs;
    endMs = own.at(-1)?.endMs ?? fromMs;
    const first = alignment.characters.length;
    const times = presentTimes(characterTimes(text, { from: 0, until: text.length, fromMs }, own));
    alignment.characters.push(...times.characters);
    alignment.character_start_times_seconds.push(...times.character_start_times_seconds);
    alignment.character_end_times_seconds.push(...times.character_end_times_seconds);
    return {
      voice_id,
      start_time_seconds: fromMs / 1000,
      end_time_seconds: endMs / 1000,
      character_start_index: first,
      character_end_index: alignment.characters.length,
      dialogue_input_index: turn,
    };
  });
  return { alignment, segments };
}
