import { Body, Controller, HttpCode, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
} from '@nestjs/swagger';
import { abortSignalOf } from '@sextant/platform-http';
import type { Request, Response } from 'express';
import type { ApiKey } from '@sextant/platform-security/api-keys';
import { MeteredTranslator } from './metered-translator.js';
import type { TranslationRequest } from './translator.js';
import { CallerKey } from '../access/caller.decorator.js';
import { customerOf } from '../usage/customer.js';
import { addIgnoredParameter } from '../http/extra-parameters.js';
import { ExtraParametersInterceptor } from '../http/extra-parameters.interceptor.js';
import { FormBodyInterceptor } from '../http/form-body.interceptor.js';
import { REPORTING_TAG_HEADER } from '../usage/reporting-tag.js';
import { TranslateDto } from './translate.dto.js';
import { presentTranslations } from './translate.presenter.js';
import { TranslationsDto } from './translation.dto.js';
import { sendTranslationEvents, wantsEvents } from './translation-events.presenter.js';
import { translationOptionsOf } from './translation-options.dto.js';
import { ApiArea, ApiError } from '../http/api-area.js';

/** Requests that work on a service as it starts. */
const EXAMPLES: Readonly<Record<string, { summary: string; value: Partial<TranslateDto> }>> = {
  text: { summary: 'A text', value: { text: ['The house is big.'], target_lang: 'ES' } },
  html: {
    summary: 'HTML, whose tags follow their words',
    value: {
      text: ['<p>The <b>big</b> house</p>'],
      source_lang: 'EN',
      target_lang: 'ES',
      tag_handling: 'html',
    },
  },
  provenance: {
    summary: 'Where each word comes from',
    value: {
      text: ['The house is big.'],
      source_lang: 'EN',
      target_lang: 'ES',
      show_provenance: true,
      show_billed_characters: true,
    },
  },
};

@ApiArea('text')
@ApiError(456, 'The quota is used up.', 'Quota for this billing period has been exceeded.')
@Controller('v2/translate')
export class TranslateController {
  constructor(private readonly translator: MeteredTranslator) {}

  @Post()
  @HttpCode(200)
  @UseInterceptors(FormBodyInterceptor, ExtraParametersInterceptor)
  @ApiOperation({
    summary: 'Translates texts.',
    description:
      'With `Accept: text/event-stream` the answer is a stream of the events `delta` (`{index, text}`, a stretch of a translation), `translation` (`{index, ...}`, a whole one) and `done`.',
  })
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded')
  @ApiBody({ type: TranslateDto, examples: EXAMPLES })
  @ApiProduces('application/json', 'text/event-stream')
  @ApiHeader({
    name: REPORTING_TAG_HEADER,
    required: false,
    description: 'A tag of at most 255 characters, under which the usage is reported.',
  })
  @ApiOkResponse({ type: TranslationsDto })
  async translateText(
    @CallerKey() caller: ApiKey,
    @Body() body: TranslateDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TranslationsDto | undefined> {
    const asked = translationRequestOf(body, caller, response);
    const customer = customerOf(caller, request.get(REPORTING_TAG_HEADER));
    if (wantsEvents(request)) {
      await sendTranslationEvents(this.translator.stream(customer, asked), body, response);
      return undefined;
    }
    return presentTranslations(await this.translator.translate(customer, asked), body);
  }
}

const translationRequestOf = (
  body: TranslateDto,
  caller: ApiKey,
  response: Response,
): TranslationRequest => ({
  owner: caller.owner,
  texts: body.text,
  targetLang: body.target_lang,
  sourceLang: body.source_lang,
  options: translationOptionsOf(body),
  onIgnored: (parameter) => addIgnoredParameter(response, parameter),
  signal: abortSignalOf(response),
});
