import { Body, Controller, HttpCode, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { ApiKey } from '@sextant/platform-security/api-keys';
import { abortSignalOf } from '@sextant/platform-http';
import type { Request, Response } from 'express';
import { Writer, type Improvement } from './writer.js';
import { ApiArea, ApiError } from '../http/api-area.js';
import { CallerKey } from '../access/caller.decorator.js';
import { customerOf } from '../usage/customer.js';
import { ExtraParametersInterceptor } from '../http/extra-parameters.interceptor.js';
import { FormBodyInterceptor } from '../http/form-body.interceptor.js';
import { REPORTING_TAG_HEADER } from '../usage/reporting-tag.js';
import { CorrectDto, ImprovementsDto, RephraseDto } from './write.dto.js';

const REPORTING_TAG = {
  name: REPORTING_TAG_HEADER,
  required: false,
  description: 'A tag of at most 255 characters, under which the usage is reported.',
};

/** Requests that work on a service as it starts. */
const CORRECT_EXAMPLE = {
  mistakes: {
    summary: 'A sentence with mistakes',
    value: {
      text: ['this is a example sentence to imprve'],
      target_lang: 'en-US',
      show_corrections: true,
    },
  },
};

@ApiArea('write')
@ApiError(456, 'The quota is used up.', 'Quota for this billing period has been exceeded.')
@Controller('v2/write')
export class WriteController {
  constructor(private readonly writer: Writer) {}

  @Post('rephrase')
  @HttpCode(200)
  @UseInterceptors(FormBodyInterceptor, ExtraParametersInterceptor)
  @ApiOperation({ summary: 'Writes texts better. Needs the chat engine.' })
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded')
  @ApiHeader(REPORTING_TAG)
  @ApiOkResponse({ type: ImprovementsDto })
  async rephraseText(
    @CallerKey() caller: ApiKey,
    @Body() body: RephraseDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ImprovementsDto> {
    const improvements = await this.writer.improve(
      customerOf(caller, request.get(REPORTING_TAG_HEADER)),
      {
        task: 'rephrase',
        texts: body.text,
        targetLang: body.target_lang,
        writingStyle: body.writing_style,
        tone: body.tone,
        signal: abortSignalOf(response),
      },
    );
    return present(improvements, body);
  }

  @Post('correct')
  @HttpCode(200)
  @UseInterceptors(FormBodyInterceptor, ExtraParametersInterceptor)
  @ApiOperation({
    summary: 'Corrects spelling and grammar and changes nothing else.',
    description: 'English without any other engine; other languages need the chat engine.',
  })
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded')
  @ApiBody({ type: CorrectDto, examples: CORRECT_EXAMPLE })
  @ApiHeader(REPORTING_TAG)
  @ApiOkResponse({ type: ImprovementsDto })
  async correctText(
    @CallerKey() caller: ApiKey,
    @Body() body: CorrectDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ImprovementsDto> {
    const improvements = await this.writer.improve(
      customerOf(caller, request.get(REPORTING_TAG_HEADER)),
      {
        task: 'correct',
        texts: body.text,
        knownWords: body.known_words,
        targetLang: body.target_lang,
        signal: abortSignalOf(response),
      },
    );
    return present(improvements, body);
  }
}

const present = (
  improvements: readonly Improvement[],
  asked: Pick<CorrectDto, 'show_corrections'>,
): ImprovementsDto => ({
  improvements: improvements.map(({ sourceLanguage, targetLanguage, text, corrections }) => ({
    detected_source_language: sourceLanguage,
    target_language: targetLanguage,
    text,
    ...(asked.show_corrections === true
      ? {
          corrections: corrections.map((each) => ({
            ...each,
            alternatives: [...each.alternatives],
          })),
        }
      : {}),
  })),
});
