import { Body, Controller, Get, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import { ApiConsumes, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { abortSignalOf } from '@sextant/platform-http';
import type { ApiKey } from '@sextant/platform-security/api-keys';
import type { Response } from 'express';
import { CallerKey } from '../access/caller.decorator.js';
import { MeteredTranslator } from '../translation/metered-translator.js';
import {
  LONGEST_SENTENCE,
  MOST_ALTERNATIVES,
} from '../translation/alternatives/alternatives.dto.js';
import { MeteredAlternatives } from '../translation/alternatives/metered-alternatives.js';
import type { AlternativesRequest } from '../translation/alternatives/alternatives.js';
import { translationOptionsOf } from '../translation/translation-options.dto.js';
import { MAX_REQUEST_BYTES } from '../translation/translate.dto.js';
import { DOCUMENT_FORMATS } from '../documents/formats/formats.js';
import { customerOf } from '../usage/customer.js';
import { BodyKeyGuard } from './body-key.guard.js';
import { LibreTranslateArea } from './libretranslate-area.decorator.js';
import { LibreTranslateLanguages } from './libretranslate-languages.js';
import {
  DetectDto,
  DetectionDto,
  FrontendSettingsDto,
  HealthDto,
  LibreLanguageDto,
  LibreTranslateDto,
  LibreTranslationDto,
} from './libretranslate.dto.js';
import { presentFrontendSettings, presentLibreTranslation } from './libretranslate.presenter.js';

const ENCODINGS = ['application/json', 'application/x-www-form-urlencoded'] as const;

/** Texts and languages for clients that were written for LibreTranslate. @see https://docs.libretranslate.com */
@LibreTranslateArea()
@Controller('libretranslate')
export class LibreTranslateTextsController {
  constructor(
    private readonly translator: MeteredTranslator,
    private readonly alternatives: MeteredAlternatives,
    private readonly languages: LibreTranslateLanguages,
  ) {}

  @Post('translate')
  @HttpCode(200)
  @UseGuards(BodyKeyGuard)
  @ApiOperation({ summary: 'Translates a text or several.' })
  @ApiConsumes(...ENCODINGS)
  @ApiOkResponse({ type: LibreTranslationDto })
  async translateLibreText(
    @CallerKey() caller: ApiKey,
    @Body() body: LibreTranslateDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LibreTranslationDto> {
    const { languages } = this;
    const texts = typeof body.q === 'string' ? [body.q] : body.q;
    const sourceLang = languages.source(body.source);
    const request = {
      ...{ owner: caller.owner, texts, sourceLang, targetLang: languages.target(body.target) },
      options: translationOptionsOf(body.format === 'html' ? { tag_handling: 'html' } : {}),
      signal: abortSignalOf(response),
    };
    const translations = await this.translator.translate(customerOf(caller, undefined), request);
    const alternatives = await this.#alternatives(body, {
      ...request,
      sourceLang: translations[0]?.sourceLanguage,
    });
    const detected =
      sourceLang === undefined
        ? translations.map(({ sourceLanguage }, at) =>
            languages.detectedAs(texts[at] ?? '', sourceLanguage),
          )
        : undefined;
    return presentLibreTranslation(translations, body, { detected, alternatives });
  }

  /** Of one sentence of plain text; none of lists, HTML and longer texts. */
  async #alternatives(
    { q, format, alternatives = 0 }: LibreTranslateDto,
    request: Omit<AlternativesRequest, 'text' | 'most'>,
  ): Promise<readonly string[]> {
    const isSentence = typeof q === 'string' && q.length <= LONGEST_SENTENCE;
    if (alternatives === 0 || !isSentence || format === 'html') return [];
    const found = await this.alternatives.beside({
      ...request,
      text: q,
      // The usual translation is one of them.
      most: 1 + Math.min(alternatives, MOST_ALTERNATIVES),
    });
    return found.slice(1).map(({ text }) => text);
  }

  @Post('detect')
  @HttpCode(200)
  @UseGuards(BodyKeyGuard)
  @ApiOperation({ summary: 'Tells in which language a text seems to be written.' })
  @ApiConsumes(...ENCODINGS)
  @ApiOkResponse({ type: [DetectionDto] })
  detectLibreLanguage(@Body() { q }: DetectDto): DetectionDto[] {
    return [...this.languages.detect(q)];
  }

  @Get('languages')
  @ApiOperation({ summary: 'Lists the languages with what each can be translated into.' })
  @ApiOkResponse({ type: [LibreLanguageDto] })
  listLibreLanguages(): LibreLanguageDto[] {
    return this.languages.offered().map((each) => ({ ...each, targets: [...each.targets] }));
  }

  @Get('frontend/settings')
  @ApiOperation({ summary: 'Tells what clients ask before they show themselves.' })
  @ApiOkResponse({ type: FrontendSettingsDto })
  libreFrontendSettings(): FrontendSettingsDto {
    return presentFrontendSettings({
      languages: this.languages.offered(),
      extensions: DOCUMENT_FORMATS.flatMap(({ extensions }) => extensions),
      // Whatever its letters are.
      mostCharacters: Math.floor(MAX_REQUEST_BYTES / 4),
    });
  }

  @Get('health')
  @ApiOperation({ summary: 'Tells that the service answers; `/health/ready` tells the rest.' })
  @ApiOkResponse({ type: HealthDto })
  libreHealth(): HealthDto {
    return { status: 'ok' };
  }
}
