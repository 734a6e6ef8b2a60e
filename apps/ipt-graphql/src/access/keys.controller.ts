import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import type { ApiKey, IssuedApiKey } from '@sextant/platform-security/api-keys';
import type { Request } from 'express';
import { ApiKeyAdministration } from './api-key-administration.js';
import { chainsOf, scopesOf } from './caller.js';
import { callerOf } from './access.js';
import { CreateKeyDto, IssuedKeyDto, KeyDto } from './keys.dto.js';

/** The keys of the caller's own tenant; the caller's key needs the scope `admin`, a token `ipt:admin`. */
@ApiTags('keys')
@ApiSecurity('api_key')
@ApiBearerAuth('token')
@Controller('ipt/keys')
export class KeysController {
  constructor(private readonly service: ApiKeyAdministration) {}

  @Post()
  @ApiOperation({ summary: 'Issues a key.' })
  @ApiCreatedResponse({ type: IssuedKeyDto })
  async create(@Req() request: Request, @Body() body: CreateKeyDto): Promise<IssuedKeyDto> {
    const { label, scopes, chains = [], expires_at: expiresAt } = body;
    const wish = {
      label,
      scopes,
      chains,
      ...(expiresAt ? { expiresAt: new Date(expiresAt) } : {}),
    };
    const { key, secret } = await this.service.issue(callerOf(request), wish);
    return presentIssued({ key, secret });
  }

  @Get()
  @ApiOperation({ summary: 'Lists the keys, revoked ones too.' })
  @ApiOkResponse({ type: [KeyDto] })
  async list(@Req() request: Request): Promise<KeyDto[]> {
    return (await this.service.list(callerOf(request))).map(present);
  }

  @Post(':id/rotate')
  @ApiOperation({ summary: 'Issues a key like another, which stays valid until it is revoked.' })
  @ApiCreatedResponse({ type: IssuedKeyDto })
  async rotate(@Req() request: Request, @Param('id') id: string): Promise<IssuedKeyDto> {
    const { key, secret } = await this.service.rotate(callerOf(request), id);
    return presentIssued({ key, secret });
  }

  @Delete(':id')
  @HttpCode(200)
  @ApiOperation({ summary: 'Revokes a key, for good.' })
  @ApiOkResponse({ type: KeyDto })
  async revoke(@Req() request: Request, @Param('id') id: string): Promise<KeyDto> {
    return present(await this.service.revoke(callerOf(request), id));
  }
}

const presentIssued = ({ key, secret }: IssuedApiKey): IssuedKeyDto => ({
  ...membersOf(key),
  api_key: secret,
});

const present = (key: ApiKey): KeyDto => membersOf(key);

function membersOf(key: ApiKey) {
  return {
    id: key.id,
    label: key.label,
    masked_key: key.masked,
    scopes: scopesOf(key.scopes),
    chains: chainsOf(key.scopes),
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}
