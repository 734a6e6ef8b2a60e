import {
  Body,
  Controller,
  HttpCode,
  Inject,
  Post,
  Req,
  Res,
  UseInterceptors,
} from '@nestjs/common';
import {
  ApiConsumes,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiResponse,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import { abortSignalOf } from '@sextant/platform-http';
import type { Request, Response } from 'express';
import { Translator, type TranslationRequest } from '../domain/translator.js';
import { apiKeyOf } from './auth-key.js';
import { ErrorDto } from './error.dto.js';
import { FormBodyInterceptor } from './form-body.interceptor.js';
import { TranslateDto } from './translate.dto.js';
import { presentTranslations } from './translate.presenter.js';
import { TranslationsDto } from './translation.dto.js';
import { sendTranslationEvents, wantsEvents } from './translation-events.js';
import { translationOptionsOf } from './translation-options.js';

@ApiTags('text')
@ApiSecurity('auth_header')
@ApiResponse({ status: '4XX', type: ErrorDto })
@ApiResponse({ status: '5XX', type: ErrorDto })
@Controller('v2/translate')
export class TranslateController {
  constructor(@Inject(Translator) private readonly translator: Translator) {}

  @Post()
  @HttpCode(200)
  @UseInterceptors(FormBodyInterceptor)
  @ApiOperation({
    summary: 'Translates texts.',
    description:
      'With `Accept: text/event-stream` the answer is a stream of the events `delta` (`{index, text}`, a stretch of a translation), `translation` (`{index, ...}`, a whole one) and `done`.',
  })
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded')
  @ApiProduces('application/json', 'text/event-stream')
  @ApiOkResponse({ type: TranslationsDto })
  async translateText(
    @Body() body: TranslateDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TranslationsDto | undefined> {
    const asked = translationRequestOf(body, request, response);
    if (!wantsEvents(request))
      return presentTranslations(await this.translator.translate(asked), body);
    await sendTranslationEvents(this.translator.stream(asked), body, response);
    return undefined;
  }
}

const translationRequestOf = (
  body: TranslateDto,
  request: Request,
  response: Response,
): TranslationRequest => ({
  owner: apiKeyOf(request)?.owner ?? '',
  texts: body.text,
  targetLang: body.target_lang,
  sourceLang: body.source_lang,
  options: translationOptionsOf(body),
  signal: abortSignalOf(response),
});
