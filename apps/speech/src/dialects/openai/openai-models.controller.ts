import { Controller, Get, Param, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { problem } from '@sextant/platform-http/errors';
import type { Request } from 'express';
import { MODELS } from '../../models/models.js';
import { isElevenLabs, Needs } from '../../access/caller.js';

/** OpenAI's names, which mean the default model. */
const OPENAI_NAMES = ['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts'];
/** When this interface was made: OpenAI's clients want a number. */
const CREATED = 1_763_683_200;

const modelNotFound = problem('model_not_found', 404, 'No such model. GET /v1/models lists them.');

export class OpenAiModelDto {
  @ApiProperty({ example: 'simba-3.0' })
  id!: string;

  @ApiProperty({ enum: ['model'] })
  object!: 'model';

  @ApiProperty({ description: 'Seconds since 1970.' })
  created!: number;

  @ApiProperty()
  owned_by!: string;
}

export class OpenAiModelsDto {
  @ApiProperty({ enum: ['list'] })
  object!: 'list';

  @ApiProperty({ type: [OpenAiModelDto] })
  data!: OpenAiModelDto[];
}

const IDS = [
  ...MODELS.filter(({ isDeprecated }) => !isDeprecated).map(({ id }) => id),
  ...OPENAI_NAMES,
];

/** A model as ElevenLabs' clients read it. */
interface ElevenLabsModel {
  readonly model_id: string;
  readonly name: string;
  readonly description: string;
  readonly can_do_text_to_speech: boolean;
}

const ELEVENLABS_MODELS: ElevenLabsModel[] = MODELS.filter(({ isDeprecated }) => !isDeprecated).map(
  ({ id, name, description }) => ({
    model_id: id,
    name,
    description,
    can_do_text_to_speech: true,
  }),
);

const present = (id: string): OpenAiModelDto => ({
  id,
  object: 'model',
  created: CREATED,
  owned_by: 'sextant',
});

/** The models as OpenAI's clients list them. */
@ApiTags('audio')
@ApiBearerAuth()
@Controller('v1/models')
export class OpenAiModelsController {
  @Get()
  @Needs('audio:speech', 'audio:stream', 'voices:read')
  @ApiOperation({ summary: "The models in OpenAI's dialect." })
  @ApiOkResponse({ type: OpenAiModelsDto })
  list(@Req() request: Request): OpenAiModelsDto | ElevenLabsModel[] {
    if (isElevenLabs(request)) return ELEVENLABS_MODELS;
    return { object: 'list', data: IDS.map(present) };
  }

  @Get(':model_id')
  @Needs('audio:speech', 'audio:stream', 'voices:read')
  @ApiOperation({ summary: "One model in OpenAI's dialect." })
  @ApiOkResponse({ type: OpenAiModelDto })
  get(@Param('model_id') id: string): OpenAiModelDto {
    if (!IDS.includes(id)) throw modelNotFound();
    return present(id);
  }
}
