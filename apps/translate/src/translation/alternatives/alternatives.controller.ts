import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { abortSignalOf } from '@sextant/platform-http';
import type { ApiKey } from '@sextant/platform-security/api-keys';
import type { Request, Response } from 'express';
import { CallerKey } from '../../access/caller.decorator.js';
import { ApiArea, ApiError } from '../../http/api-area.js';
import { customerOf } from '../../usage/customer.js';
import { REPORTING_TAG_HEADER } from '../../usage/reporting-tag.js';
import { translationOptionsOf } from '../translation-options.dto.js';
import { AlternativesAnswerDto, AlternativesDto, USUAL_ALTERNATIVES } from './alternatives.dto.js';
import { presentAlternatives } from './alternatives.presenter.js';
import { MeteredAlternatives } from './metered-alternatives.js';

/** Own extension: several translations of one sentence, for people who choose. */
@ApiArea('text')
@ApiError(456, 'The quota is used up.', 'Quota for this billing period has been exceeded.')
@Controller('v2/translate/alternatives')
export class AlternativesController {
  constructor(private readonly alternatives: MeteredAlternatives) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary: 'Gives several translations of a sentence. Own extension.',
    description:
      'The usual translation, what a memory holds for a similar sentence, other words of the dictionary or other answers of the model, and other engines. The sentence counts once.',
  })
  @ApiOkResponse({ type: AlternativesAnswerDto })
  async alternativeTranslations(
    @CallerKey() caller: ApiKey,
    @Body() body: AlternativesDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AlternativesAnswerDto> {
    const customer = customerOf(caller, request.get(REPORTING_TAG_HEADER));
    const found = await this.alternatives.find(customer, {
      ...{ owner: caller.owner, text: body.text, most: body.alternatives ?? USUAL_ALTERNATIVES },
      ...{ sourceLang: body.source_lang, targetLang: body.target_lang },
      options: translationOptionsOf(body),
      signal: abortSignalOf(response),
    });
    return presentAlternatives(found);
  }
}
