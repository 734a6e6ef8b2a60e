import { Controller, Get, Inject, Query } from '@nestjs/common';
import {
  ApiSecurity,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiPropertyOptional,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import {
  englishName,
  requestableTargets,
  upperCaseCode,
  type LanguageTag,
} from '../domain/language.js';
import { Translator } from '../domain/translator.js';
import { ErrorDto } from './error.dto.js';
import { MayBeAbsent } from './parameter-rules.js';

const TYPES = ['source', 'target'] as const;

class LanguagesQuery {
  @ApiPropertyOptional({ enum: TYPES, default: 'source' })
  @MayBeAbsent()
  @IsIn(TYPES, { message: "Value for 'type' not supported. Allowed values: source, target." })
  type?: (typeof TYPES)[number];
}

class LanguageDto {
  @ApiProperty({ example: 'ES' })
  language!: string;

  @ApiProperty({ example: 'Spanish' })
  name!: string;

  @ApiPropertyOptional({ description: 'Target languages only.' })
  supports_formality?: boolean;
}

@ApiTags('meta information')
@ApiSecurity('auth_header')
@ApiResponse({ status: '4XX', type: ErrorDto })
@Controller('v2/languages')
export class LanguagesController {
  constructor(@Inject(Translator) private readonly translator: Translator) {}

  @Get()
  @ApiOperation({ summary: 'Lists the languages that can be translated from or into.' })
  @ApiOkResponse({ type: [LanguageDto] })
  listLanguages(@Query() { type = 'source' }: LanguagesQuery): LanguageDto[] {
    const routes = this.translator.routes();
    if (type === 'source') return routes.sources().map(present);
    const languages = this.translator.languages();
    return requestableTargets(routes.targets()).map((tag) => ({
      language: upperCaseCode(tag),
      name: englishName(tag),
      supports_formality: languages.supportsFormality(tag),
    }));
  }
}

const present = (tag: LanguageTag): LanguageDto => ({
  language: upperCaseCode(tag),
  name: englishName(tag),
});
