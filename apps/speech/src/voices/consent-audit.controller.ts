import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../access/caller.decorator.js';
import { Needs } from '../access/scope.guard.js';
import type { Caller } from '../access/scopes.js';
import { ConsentAuditDto } from '../cloning/consent/consent.dto.js';
import { VoiceLibrary } from './voice-library.js';

/** The audit of the consents of the administrator's own workspace. */
@ApiTags('administration')
@ApiBearerAuth()
@Controller('v1/admin/consents')
@Needs('speech:admin')
export class ConsentAuditController {
  constructor(private readonly library: VoiceLibrary) {}

  @Get('audit')
  @ApiOperation({ summary: "Computes the hashes of the workspace's consents anew." })
  @ApiOkResponse({ type: ConsentAuditDto })
  async audit(@CurrentCaller() { workspace }: Caller): Promise<ConsentAuditDto> {
    const { records, brokenAt } = await this.library.auditConsents(workspace);
    return {
      records,
      intact: brokenAt === undefined,
      ...(brokenAt === undefined ? {} : { broken_at: brokenAt }),
    };
  }
}
