import { Controller, Get, Header, Param } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiProperty,
  ApiTags,
} from '@nestjs/swagger';
import { ConsentStatements } from './consent-statement.js';
import type { Caller } from '../access/scopes.js';
import { CurrentCaller } from '../access/caller.decorator.js';
import { Needs } from '../access/scope.guard.js';

export class PublicKeyDto {
  @ApiProperty({ enum: ['OKP'] })
  kty!: string;

  @ApiProperty({ enum: ['Ed25519'] })
  crv!: string;

  @ApiProperty()
  x!: string;

  @ApiProperty()
  kid!: string;

  @ApiProperty({ enum: ['sig'] })
  use!: string;

  @ApiProperty({ enum: ['EdDSA'] })
  alg!: string;
}

export class PublicKeysDto {
  @ApiProperty({ type: [PublicKeyDto] })
  keys!: readonly PublicKeyDto[];
}

/** Statements of consent that are checked without this service. */
@ApiTags('voices')
@Controller('v1')
export class ConsentStatementsController {
  constructor(private readonly statements: ConsentStatements) {}

  @Get('voices/:voice_id/consent/statement')
  @Needs('voices:read')
  @Header('Content-Type', 'application/jose')
  @Header('Cache-Control', 'no-store')
  @ApiBearerAuth()
  @ApiOperation({ summary: 'The records of the consent to a voice, signed: a JWS to keep.' })
  @ApiProduces('application/jose')
  async statement(
    @Param('voice_id') id: string,
    @CurrentCaller() { workspace }: Caller,
  ): Promise<string> {
    return await this.statements.of(workspace, id);
  }

  @Get('audio/consent-keys')
  @Header('Cache-Control', 'public, max-age=3600')
  @ApiOperation({ summary: 'The keys that statements are signed with. Needs no key.' })
  @ApiOkResponse({ type: PublicKeysDto })
  async keys(): Promise<PublicKeysDto> {
    return { keys: await this.statements.keys() };
  }
}
