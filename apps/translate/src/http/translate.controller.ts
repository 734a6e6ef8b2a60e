import { Body, Controller, HttpCode, Inject, Post, Res, UseInterceptors } from '@nestjs/common';
import {
  ApiSecurity,
  ApiConsumes,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { abortSignalOf } from '@sextant/platform-http';
import type { Response } from 'express';
import { upperCaseCode } from '../domain/language.js';
import { Translator, type Translation } from '../domain/translator.js';
import { FormBodyInterceptor } from './form-body.interceptor.js';
import { ErrorDto, TranslateDto, TranslationsDto } from './translate.dto.js';

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
  @ApiOperation({ summary: 'Translates texts.' })
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded')
  @ApiOkResponse({ type: TranslationsDto })
  async translateText(
    @Body() body: TranslateDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TranslationsDto> {
    const translations = await this.translator.translate({
      owner: '',
      texts: body.text,
      targetLang: body.target_lang,
      sourceLang: body.source_lang,
      signal: abortSignalOf(response),
    });
    return present(translations, body.show_billed_characters === true);
  }
}

function present(translations: readonly Translation[], withBilled: boolean): TranslationsDto {
  return {
    translations: translations.map(({ text, sourceLanguage, billedCharacters }) => ({
      detected_source_language: upperCaseCode(sourceLanguage),
      text,
      ...(withBilled ? { billed_characters: billedCharacters } : {}),
    })),
  };
}
