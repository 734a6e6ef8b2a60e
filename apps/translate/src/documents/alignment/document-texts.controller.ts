import { Body, Controller, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { abortSignalOf } from '@sextant/platform-http';
import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import type { Response } from 'express';
import { Owner } from '../../access/caller.decorator.js';
import { ApiArea, ApiError } from '../../http/api-area.js';
import { notSupported } from '../../http/parameter-rules.js';
import { upperCaseCode } from '../../languages/language.js';
import { ReviewDto } from '../documents.dto.js';
import {
  DraftDto,
  EditableTextsDto,
  FinishTextsDto,
  TextsQueryDto,
  USUAL_TEXTS,
} from './document-texts.dto.js';
import { DocumentTexts } from './document-texts.js';

/** The number of a unit, and of a text in it. */
const TEXT_ID = /^\d{1,9}(?:-\d{1,9})?$/;

const NO_ALIGNMENT = "No alignment is kept of this document: 'show_alignment' was not asked for.";

/** Own extension: the texts of a document beside their translations, for an editor. */
@ApiArea('documents')
@ApiError(404, 'No such document, another key, or no alignment.', NO_ALIGNMENT)
@ApiError(
  503,
  'It is not translated yet, or it is being changed.',
  'Document is not ready yet. Try again later.',
)
@Controller('v2/document/:document_id/texts')
export class DocumentTextsController {
  constructor(private readonly texts: DocumentTexts) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary: 'Lists the texts of a document beside their translations. Own extension.',
    description: 'Of a document that was sent with `show_alignment`, page by page.',
  })
  @ApiOkResponse({ type: EditableTextsDto })
  async listTexts(
    @Owner() owner: string,
    @Param('document_id') id: string,
    @Body()
    { document_key: key, page: fromUnit = 0, page_size: most = USUAL_TEXTS }: TextsQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EditableTextsDto> {
    const signal = abortSignalOf(response);
    const handle = { owner, id, key };
    const page = await this.texts.list({ handle, signal, fromUnit, most });
    const { texts, nextUnit, sourceLanguage } = page;
    return {
      source_lang: upperCaseCode(sourceLanguage),
      texts: texts.map(({ id: textId, terms, ...text }) => ({
        ...{ text_id: textId, ...text },
        terms: terms.map((term) => ({ ...term })),
      })),
      ...(nextUnit === undefined ? {} : { next_page: nextUnit }),
    };
  }

  @Post('corrections')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Writes the document anew with what was written. Own extension.',
    description: 'It costs nothing. Nothing is changed where anything of it is refused.',
  })
  @ApiOkResponse({ type: ReviewDto })
  async finishTexts(
    @Owner() owner: string,
    @Param('document_id') id: string,
    @Body() { document_key: key, translation_memory_id: memoryId }: FinishTextsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReviewDto> {
    const signal = abortSignalOf(response);
    const { corrected, taught, unknown, ...document } = await this.texts.finish({
      ...{ handle: { owner, id, key }, memoryId, signal },
    });
    return {
      document_id: document.id,
      corrected_texts: corrected,
      taught_segments: taught,
      ...(unknown.length === 0 ? {} : { unknown_texts: [...unknown] }),
    };
  }

  @Put(':text_id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Keeps the translation of a text as it is written. Own extension.',
    description: 'The document is as before until its corrections are taken in.',
  })
  @ApiError(409, 'Somebody else has changed it meanwhile; `detail` is its translation now.')
  @ApiError(413, 'The corrections are much longer than the texts of the document.')
  @ApiNoContentResponse()
  async saveText(
    @Owner() owner: string,
    @Param('document_id') documentId: string,
    @Param('text_id') id: string,
    @Body() { document_key: key, target, base }: DraftDto,
  ): Promise<void> {
    if (!TEXT_ID.test(id)) throw HTTP_PROBLEMS.badRequest(notSupported('text_id'));
    const handle = { owner, id: documentId, key };
    await this.texts.save({ handle, id, target, base });
  }
}
