import { Body, Controller, Header, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiConsumes, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from './scopes.js';
import { WorkspaceKeys } from './workspace-keys.js';
import { ANY_SCOPE, Needs } from './scope.guard.js';
import { CurrentCaller } from './caller.decorator.js';
import { TokenDto, TokenRequestDto } from './keys.dto.js';

@ApiTags('keys')
@ApiBearerAuth()
@Controller('v1/auth')
export class AuthController {
  constructor(private readonly keys: WorkspaceKeys) {}

  @Post('token')
  @HttpCode(200)
  @Needs(ANY_SCOPE)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'A token for an hour with some of the scopes of the key that asks.' })
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded')
  @ApiOkResponse({ type: TokenDto })
  async token(
    @Body() { scope }: TokenRequestDto,
    @CurrentCaller() caller: Caller,
  ): Promise<TokenDto> {
    const { secret, expiresInSeconds, scopes } = await this.keys.token(caller, scope);
    return {
      access_token: secret,
      expires_in: expiresInSeconds,
      token_type: 'bearer',
      scope: scopes.join(' '),
    };
  }
}
