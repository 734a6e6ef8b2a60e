import { Controller, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
} from '@nestjs/swagger';
import { Problem } from '@sextant/platform-http/errors';
import { Uploads } from '@sextant/platform-http/uploads';
import type { Request, Response } from 'express';
import type { Caller } from '../access/scopes.js';
import { invalid } from '../errors/request-errors.js';
import { Provenances, type Provenance } from './provenance.js';
import { CurrentCaller, Needs } from '../access/caller.js';

const MAX_FILE_BYTES = 25 * 1024 * 1024;
const RECEIVE_MS = 120_000;

export class ProvenanceFormDto {
  @ApiProperty({
    type: 'string',
    format: 'binary',
    description: 'A recording of a minute at most.',
  })
  file!: unknown;
}

export class ProvenanceDto {
  @ApiProperty({ enum: ['this_workspace', 'another_workspace', 'none'] })
  made_by!: Provenance['madeBy'];

  @ApiPropertyOptional({ description: 'The cloned voice that speaks, of this workspace.' })
  voice_id?: string;

  @ApiPropertyOptional({
    type: [Object],
    description:
      'What was recorded of the consent to it, oldest first, also when the voice is gone.',
  })
  consents?: readonly object[];

  @ApiProperty({
    description:
      'Below this is the probability that a recording without the mark is taken for one.',
  })
  false_alarm!: number;
}

@ApiTags('audio')
@ApiBearerAuth()
@Controller('v1/audio/provenance')
export class ProvenanceController {
  readonly #uploads = new Uploads({
    files: ['file'],
    most: 4,
    mostOfOne: 2,
    receiveMs: RECEIVE_MS,
  });

  constructor(private readonly provenances: Provenances) {}

  @Post()
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Needs('voices:read')
  @ApiOperation({ summary: 'Whether a cloned voice of this service speaks in a recording.' })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: ProvenanceFormDto })
  @ApiOkResponse({ type: ProvenanceDto })
  async find(
    @CurrentCaller() { workspace }: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProvenanceDto> {
    const asked = { owner: workspace, maxFileBytes: MAX_FILE_BYTES, request, response };
    // Its place is taken until it is decoded and compared.
    const provenance = await this.#uploads
      .use(asked, async ({ files }) => {
        const bytes = files.get('file')?.bytes;
        if (bytes === undefined) throw invalid('file', 'The file is missing.');
        return await this.provenances.of(workspace, bytes);
      })
      .catch((error: unknown) => {
        if (!(error instanceof Problem) || error.code !== 'invalid_form') throw error;
        throw invalid('file', error.message);
      });
    return present(provenance);
  }
}

const present = ({ madeBy, voiceId, consents, falseAlarm }: Provenance): ProvenanceDto => ({
  made_by: madeBy,
  ...(voiceId === undefined ? {} : { voice_id: voiceId }),
  ...(consents === undefined ? {} : { consents }),
  false_alarm: falseAlarm,
});
