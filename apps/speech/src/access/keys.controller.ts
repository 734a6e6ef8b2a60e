import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { WorkspaceKeys } from './workspace-keys.js';
import type { Caller } from './scopes.js';
import { CurrentCaller } from './caller.decorator.js';
import { Needs } from './scope.guard.js';
import { CreateKeyDto, IssuedKeyDto, KeyListDto } from './keys.dto.js';
import { presentIssuedKey, presentKey } from './keys.presenter.js';

/** Keys of the administrator's own workspace. */
@ApiTags('administration')
@ApiBearerAuth()
@Controller('v1/admin')
@Needs('speech:admin')
export class KeysController {
  constructor(private readonly keys: WorkspaceKeys) {}

  @Get('keys')
  @ApiOperation({ summary: 'The keys of the workspace, without secrets; revoked ones too.' })
  @ApiOkResponse({ type: KeyListDto })
  async list(@CurrentCaller() { workspace }: Caller): Promise<KeyListDto> {
    return { keys: (await this.keys.list(workspace)).map(presentKey) };
  }

  @Post('keys')
  @ApiOperation({ summary: 'Issues a key. The secret is shown once.' })
  @ApiCreatedResponse({ type: IssuedKeyDto })
  async issue(
    @Body() { label, scopes, expires_in }: CreateKeyDto,
    @CurrentCaller() { workspace }: Caller,
  ): Promise<IssuedKeyDto> {
    return presentIssuedKey(
      await this.keys.issue({ workspace, label, scopes, expiresInSeconds: expires_in }),
    );
  }

  @Post('keys/:key_id/rotate')
  @ApiOperation({ summary: 'Ends a key and issues one with the same label and scopes.' })
  @ApiCreatedResponse({ type: IssuedKeyDto })
  async rotate(
    @Param('key_id') id: string,
    @CurrentCaller() { workspace }: Caller,
  ): Promise<IssuedKeyDto> {
    return presentIssuedKey(await this.keys.rotate(workspace, id));
  }

  @Delete('keys/:key_id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Ends a key for good.' })
  @ApiNoContentResponse()
  async revoke(@Param('key_id') id: string, @CurrentCaller() { workspace }: Caller): Promise<void> {
    await this.keys.revoke(workspace, id);
  }
}
