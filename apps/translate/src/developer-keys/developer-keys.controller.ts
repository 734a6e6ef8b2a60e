import { Body, Controller, Get, HttpCode, Post, Put, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { ApiKey } from '@sextant/platform-security/api-keys';
import { DeveloperKeys, publicKeyId, type DeveloperKey } from './developer-keys.js';
import { planOf } from '../access/scopes.js';
import { AdminGuard } from '../access/admin.guard.js';
import { CallerKey, Owner } from '../access/caller.js';
import {
  CreateKeyDto,
  DeveloperKeyDto,
  IssuedKeyDto,
  KeyIdDto,
  LimitKeyDto,
  RenameKeyDto,
} from './developer-keys.dto.js';
import { ApiArea } from '../http/api-area.js';

@ApiArea('administration')
@UseGuards(AdminGuard)
@Controller('v2/admin/developer-keys')
export class DeveloperKeysController {
  constructor(private readonly developerKeys: DeveloperKeys) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'Creates a key that may translate.' })
  @ApiOkResponse({ type: IssuedKeyDto })
  async create(@CallerKey() caller: ApiKey, @Body() body: CreateKeyDto): Promise<IssuedKeyDto> {
    const { key, secret } = await this.developerKeys.create({
      owner: caller.owner,
      label: body.label,
      plan: body.plan ?? planOf(caller),
    });
    return { ...present({ key, limits: NO_LIMITS }), api_key: secret };
  }

  @Get()
  @ApiOperation({ summary: 'Lists all keys of the organization.' })
  @ApiOkResponse({ type: [DeveloperKeyDto] })
  async list(@Owner() owner: string): Promise<DeveloperKeyDto[]> {
    return (await this.developerKeys.list(owner)).map(present);
  }

  @Put('deactivate')
  @ApiOperation({ summary: 'Deactivates a key, for good.' })
  @ApiOkResponse({ type: DeveloperKeyDto })
  async deactivate(
    @CallerKey() caller: ApiKey,
    @Body() { key_id: id }: KeyIdDto,
  ): Promise<DeveloperKeyDto> {
    return present(await this.developerKeys.deactivate(caller, id));
  }

  @Put('label')
  @ApiOperation({ summary: 'Renames a key.' })
  @ApiOkResponse({ type: DeveloperKeyDto })
  async rename(
    @Owner() owner: string,
    @Body() { key_id: id, label }: RenameKeyDto,
  ): Promise<DeveloperKeyDto> {
    return present(await this.developerKeys.rename(owner, id, label));
  }

  @Put('limits')
  @ApiOperation({ summary: 'Bounds what a key may use in a calendar month.' })
  @ApiOkResponse({ type: DeveloperKeyDto })
  async limit(
    @Owner() owner: string,
    @Body() { key_id: id, characters, speech_to_text_milliseconds }: LimitKeyDto,
  ): Promise<DeveloperKeyDto> {
    const limits = {
      ...(characters === undefined ? {} : { characters }),
      ...(speech_to_text_milliseconds === undefined
        ? {}
        : { speechToTextMilliseconds: speech_to_text_milliseconds }),
    };
    return present(await this.developerKeys.limit(owner, id, limits));
  }
}

const NO_LIMITS = { characters: null, speechToTextMilliseconds: null };

/** What is not set is left out, since the published description gives its members a type without `null`. */
function present({ key, limits }: DeveloperKey) {
  const { characters, speechToTextMilliseconds } = limits;
  return {
    key_id: publicKeyId(key),
    label: key.label,
    creation_time: key.createdAt.toISOString(),
    ...(key.revokedAt === undefined ? {} : { deactivated_time: key.revokedAt.toISOString() }),
    is_deactivated: key.revokedAt !== undefined,
    usage_limits: {
      ...(characters === null ? {} : { characters }),
      ...(speechToTextMilliseconds === null
        ? {}
        : { speech_to_text_milliseconds: speechToTextMilliseconds }),
    },
  };
}
