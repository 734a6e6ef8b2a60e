import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  Req,
  Res,
  UseInterceptors,
} from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiHeader,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
} from '@nestjs/swagger';
import type { ApiKey } from '@sextant/platform-security/api-keys';
import { systemClock } from '@sextant/platform-runtime/clock';
import { abortSignalOf } from '@sextant/platform-http';
import type { Request, Response } from 'express';
import { Documents } from './documents.js';
import { DocumentWatches } from './document-watches.js';
import { ApiArea, ApiError } from '../http/api-area.js';
import { CallerKey, Owner } from '../access/caller.js';
import { customerOf } from '../usage/customer.js';
import { sendResult } from './document-answer.presenter.js';
import { sendDocumentEvents } from './document-events.presenter.js';
import { DocumentForms, type DocumentForm, type DocumentFormRequest } from './document-forms.js';
import {
  DocumentDto,
  DocumentFormDto,
  DocumentHandleDto,
  DocumentKeyDto,
  DocumentsDto,
  DocumentStatusDto,
} from './documents.dto.js';
import { presentDocuments, presentStatus } from './documents.presenter.js';
import { FormBodyInterceptor } from '../http/form-body.interceptor.js';
import { PageQuery } from '../http/page-query.dto.js';
import { REPORTING_TAG_HEADER } from '../usage/reporting-tag.js';
import { wantsEvents } from '../translation/translation-events.presenter.js';
import { translationOptionsOf } from '../translation/translation-options.dto.js';

@ApiArea('documents')
@Controller('v2/document')
export class DocumentsController {
  constructor(
    private readonly documents: Documents,
    private readonly forms: DocumentForms,
    private readonly watches: DocumentWatches,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'Takes a document to be translated.' })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: DocumentFormDto })
  @ApiHeader({
    name: REPORTING_TAG_HEADER,
    required: false,
    description: 'A tag of at most 255 characters, under which the usage is reported.',
  })
  @ApiError(413, 'The document is larger or longer than may be.', 'A file may have 30 MB.')
  @ApiError(456, 'The quota is used up.', 'Quota for this billing period has been exceeded.')
  @ApiOkResponse({ type: DocumentHandleDto })
  async uploadDocument(
    @CallerKey() caller: ApiKey,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DocumentHandleDto> {
    const customer = customerOf(caller, request);
    const asked = { customer, fields: DocumentDto, request, response };
    const { id, key } = await this.forms.use(asked, (form) => this.#take(asked, form));
    return { document_id: id, document_key: key };
  }

  @Get()
  @ApiOperation({ summary: 'Lists the documents of the organization. Own extension.' })
  @ApiOkResponse({ type: DocumentsDto })
  async listDocuments(
    @Owner() owner: string,
    @Query() { page = 0, page_size: size = 10 }: PageQuery,
  ): Promise<DocumentsDto> {
    const found = await this.documents.list(owner, { skip: page * size, take: size });
    return presentDocuments(found, systemClock.nowMs());
  }

  @Post(':document_id')
  @HttpCode(200)
  @UseInterceptors(FormBodyInterceptor)
  @ApiOperation({
    summary: 'Tells how a document stands.',
    description:
      'With `Accept: text/event-stream` (own extension) the answer is a stream of events `status`, one for each change, until the document is translated or has failed.',
  })
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded')
  @ApiProduces('application/json', 'text/event-stream')
  @ApiError(404, 'No such document, or another key.', 'Not found')
  @ApiOkResponse({ type: DocumentStatusDto })
  async documentStatus(
    @Owner() owner: string,
    @Param('document_id') id: string,
    @Body() { document_key: key }: DocumentKeyDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DocumentStatusDto | undefined> {
    const handle = { owner, id, key };
    if (wantsEvents(response.req)) {
      await sendDocumentEvents(this.watches.watch(handle, abortSignalOf(response)), response);
      return undefined;
    }
    return presentStatus(await this.documents.state(handle), systemClock.nowMs());
  }

  @Post(':document_id/result')
  @HttpCode(200)
  @UseInterceptors(FormBodyInterceptor)
  @ApiOperation({
    summary: 'Gives the translated document, once: it is deleted then, but with `show_alignment`.',
  })
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded')
  @ApiError(404, 'No such document, another key, or one that was fetched before.', 'Not found')
  @ApiError(503, 'It is not translated yet.', 'Document is not ready yet. Try again later.')
  @ApiOkResponse({
    description: 'The file, with its own media type.',
    content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
  })
  async documentResult(
    @Owner() owner: string,
    @Param('document_id') id: string,
    @Body() { document_key: key }: DocumentKeyDto,
    @Res() response: Response,
  ): Promise<void> {
    sendResult(response, await this.documents.result({ owner, id, key }));
  }

  @Delete(':document_id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Cancels the translation, or deletes what came of it. Own extension.',
    description: 'What was translated already and not finished costs nothing.',
  })
  @ApiError(404, 'No such document.', 'Not found')
  @ApiNoContentResponse()
  async cancelDocument(@Owner() owner: string, @Param('document_id') id: string): Promise<void> {
    await this.documents.cancel(owner, id);
  }

  #take(
    { customer, response }: DocumentFormRequest<DocumentDto>,
    { fields, filename, bytes }: DocumentForm<DocumentDto>,
  ): Promise<{ readonly id: string; readonly key: string }> {
    return this.documents.upload({
      ...{ customer, bytes },
      request: {
        filename,
        targetLang: fields.target_lang,
        sourceLang: fields.source_lang,
        options: translationOptionsOf(fields) ?? {},
        keepsAlignment: fields.show_alignment,
      },
      segmentsKey: fields.segments_key?.toUpperCase(),
      outputFormat: fields.output_format,
      signal: abortSignalOf(response),
    });
  }
}
