import { Controller, Get, HttpCode, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { abortSignalOf } from '@sextant/platform-http';
import type { ApiKey } from '@sextant/platform-security/api-keys';
import type { Request, Response } from 'express';
import { CallerKey } from '../access/caller.decorator.js';
import { sendResult } from '../documents/document-answer.presenter.js';
import { DOCUMENT_ERRORS } from '../documents/document-errors.js';
import type { DocumentHandle } from '../documents/document-job.js';
import { Documents } from '../documents/documents.js';
import { DocumentForms, type DocumentForm } from '../documents/uploads/document.form.js';
import { DocumentWatches } from '../documents/document-watches.js';
import { PublicUrl } from '../http/public-url.js';
import { customerOf } from '../usage/customer.js';
import { BodyKeyGuard } from './body-key.guard.js';
import { fileHandle, fileToken } from './file-token.js';
import { LibreTranslateArea } from './libretranslate-area.decorator.js';
import { LIBRETRANSLATE_ERRORS } from './libretranslate-errors.js';
import { LibreTranslateLanguages } from './libretranslate-languages.js';
import {
  LibreTranslateFileDto,
  LibreTranslateFormDto,
  TranslatedFileDto,
} from './libretranslate.dto.js';

/** An upload is answered when its translation is there, or after this: its address answers 503 until then. */
const WAIT_MS = 15_000;

/** Files for clients that were written for LibreTranslate. */
@LibreTranslateArea()
@Controller('libretranslate')
export class LibreTranslateFilesController {
  constructor(
    private readonly documents: Documents,
    private readonly forms: DocumentForms,
    private readonly watches: DocumentWatches,
    private readonly languages: LibreTranslateLanguages,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Post('translate_file')
  @HttpCode(200)
  @UseGuards(BodyKeyGuard)
  @ApiOperation({
    summary: 'Translates a file.',
    description: 'The key is taken in the header `Authorization` alone, before the file is read.',
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: LibreTranslateFormDto })
  @ApiOkResponse({ type: TranslatedFileDto })
  async translateLibreFile(
    @CallerKey() caller: ApiKey,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TranslatedFileDto> {
    const customer = customerOf(caller, undefined);
    const asked = { customer, fields: LibreTranslateFileDto, request, response };
    let filename = '';
    const taken = await this.forms.use(asked, (form) => {
      ({ filename } = form);
      return this.#take(customer, form, abortSignalOf(response));
    });
    const handle = { ...taken, owner: caller.owner };
    await this.#ended(handle, abortSignalOf(response));
    const place = `${fileToken(handle)}/${encodeURIComponent(filename)}`;
    return {
      translatedFileUrl: `${this.publicUrl.of(request)}/libretranslate/download_file/${place}`,
    };
  }

  @Get('download_file/:token/:name')
  @ApiOperation({ summary: 'Gives a translated file, once. Its address is its key.' })
  @ApiOkResponse({
    description: 'The file, with its own media type.',
    content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
  })
  async downloadLibreFile(@Param('token') token: string, @Res() response: Response): Promise<void> {
    const handle = fileHandle(token);
    if (handle === undefined) throw DOCUMENT_ERRORS.notFound();
    sendResult(response, await this.documents.result(handle));
  }

  #take(
    customer: ReturnType<typeof customerOf>,
    { fields, filename, bytes }: DocumentForm<LibreTranslateFileDto>,
    signal: AbortSignal,
  ): Promise<{ readonly id: string; readonly key: string }> {
    const { languages } = this;
    return this.documents.upload({
      ...{ customer, bytes, signal },
      request: {
        ...{ filename, options: {} },
        sourceLang: languages.source(fields.source),
        targetLang: languages.target(fields.target),
      },
    });
  }

  /** @throws {Problem} `file_failed`, with the reason in words */
  async #ended(handle: DocumentHandle, gone: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([gone, AbortSignal.timeout(WAIT_MS)]);
    for await (const { status, error = '' } of this.watches.watch(handle, signal)) {
      if (status === 'error') throw LIBRETRANSLATE_ERRORS.fileFailed({ message: error });
    }
  }
}
