import {
  Body,
  Controller,
  HttpCode,
  Param,
  Post,
  Put,
  Req,
  Res,
  UseInterceptors,
} from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiProduces } from '@nestjs/swagger';
import type { ApiKey } from '@sextant/platform-security/api-keys';
import { abortSignalOf } from '@sextant/platform-http';
import type { Request, Response } from 'express';
import { DocumentAlignments } from './document-alignments.js';
import { ApiArea, ApiError } from '../../http/api-area.js';
import { CallerKey, Owner } from '../../access/caller.decorator.js';
import { customerOf } from '../../usage/customer.js';
import { REPORTING_TAG_HEADER } from '../../usage/reporting-tag.js';
import { DocumentForms } from '../uploads/document.form.js';
import {
  CorrectedAlignmentDto,
  CorrectedAlignmentFormDto,
  ReviewDto,
  DocumentKeyDto,
} from '../documents.dto.js';
import { FormBodyInterceptor } from '../../http/form-body.interceptor.js';

/** What programs for translators call XLIFF 1.2. */
const XLIFF_TYPE = 'application/x-xliff+xml';

const NO_ALIGNMENT = "No alignment is kept of this document: 'show_alignment' was not asked for.";

/** Own extension: the texts of a document beside their translations. */
@ApiArea('documents')
@Controller('v2/document/:document_id/alignment')
export class DocumentAlignmentsController {
  constructor(
    private readonly alignments: DocumentAlignments,
    private readonly forms: DocumentForms,
  ) {}

  @Post()
  @HttpCode(200)
  @UseInterceptors(FormBodyInterceptor)
  @ApiOperation({
    summary: 'Gives the texts of a document beside their translations. Own extension.',
    description: 'As XLIFF 1.2, of a document that was sent with `show_alignment`.',
  })
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded')
  @ApiProduces(XLIFF_TYPE)
  @ApiError(404, 'No such document, another key, or no alignment.', NO_ALIGNMENT)
  @ApiError(503, 'It is not translated yet.', 'Document is not ready yet. Try again later.')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async alignment(
    @Owner() owner: string,
    @Param('document_id') id: string,
    @Body() { document_key: key }: DocumentKeyDto,
    @Res() response: Response,
  ): Promise<void> {
    const { filename, bytes } = await this.alignments.alignment({
      handle: { owner, id, key },
      signal: abortSignalOf(response),
    });
    response.attachment(filename);
    response.type(XLIFF_TYPE).end(bytes);
  }

  @Put()
  @ApiOperation({
    summary: 'Takes a corrected alignment: the document is written anew. Own extension.',
    description: 'It costs nothing. Nothing is changed where anything of it is refused.',
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: CorrectedAlignmentFormDto })
  @ApiError(404, 'No such document, another key, no alignment, or no such memory.', NO_ALIGNMENT)
  @ApiError(413, 'The alignment is larger than a document may be.', 'A file may have 30 MB.')
  @ApiOkResponse({ type: ReviewDto })
  async correct(
    @CallerKey() caller: ApiKey,
    @Param('document_id') id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReviewDto> {
    const customer = customerOf(caller, request.get(REPORTING_TAG_HEADER));
    const { owner } = customer;
    const fields = CorrectedAlignmentDto;
    const signal = abortSignalOf(response);
    const { corrected, taught, ...document } = await this.forms.use(
      { customer, fields, request, response },
      ({ fields: { document_key: key, translation_memory_id: memoryId }, bytes }) =>
        this.alignments.correct({ handle: { owner, id, key }, given: bytes, memoryId, signal }),
    );
    return {
      document_id: document.id,
      corrected_texts: corrected,
      taught_segments: taught,
    };
  }
}
