import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import {
  englishName,
  requestableTargets,
  upperCaseCode,
  type LanguageTag,
} from '../languages/language.js';
import { CurrentRoutes, type BrokenDirection } from '../translation/routes/current-routes.js';
import { MayBeAbsent } from '../http/parameter-rules.js';
import { ApiArea } from '../http/api-area.js';

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

class BrokenPairDto {
  @ApiProperty({ example: 'ES' })
  source_lang!: string;

  @ApiProperty({ example: 'CA' })
  target_lang!: string;

  @ApiProperty({ example: 'apertium' })
  engine!: string;

  @ApiProperty({ example: 'the program cg-proc is not installed' })
  reason!: string;

  @ApiProperty({ description: 'Whether another engine or a third language serves the pair.' })
  is_served!: boolean;
}

@ApiArea('meta information')
@Controller('v2/languages')
export class LanguagesV2Controller {
  constructor(private readonly routes: CurrentRoutes) {}

  @Get()
  @ApiOperation({ summary: 'Lists the languages that can be translated from or into.' })
  @ApiOkResponse({ type: [LanguageDto] })
  listLanguages(@Query() { type = 'source' }: LanguagesQuery): LanguageDto[] {
    const routes = this.routes.now();
    if (type === 'source') return routes.sources().map(present);
    const languages = this.routes.languages();
    return listedTargets(requestableTargets(routes.targets())).map((tag) => ({
      language: upperCaseCode(tag),
      name: englishName(tag),
      supports_formality: languages.supportsFormality(tag),
    }));
  }

  @Get('broken')
  @ApiOperation({
    summary:
      'Lists pairs that are installed and do not work, with the reason. Not in the published interface.',
  })
  @ApiOkResponse({ type: [BrokenPairDto] })
  listBrokenPairs(): BrokenPairDto[] {
    return this.routes.brokenDirections().map(presentBroken);
  }
}

/** Languages that stand in the list by their variants alone: the official clients refuse them as targets. */
const BY_VARIANTS: ReadonlySet<string> = new Set(['en', 'pt']);

/** What is taken without its variant as well is not listed so. */
const listedTargets = (targets: readonly LanguageTag[]): readonly LanguageTag[] =>
  targets.filter(
    (tag) => !BY_VARIANTS.has(tag) || !targets.some((other) => other.startsWith(`${tag}-`)),
  );

const presentBroken = (broken: BrokenDirection): BrokenPairDto => ({
  source_lang: upperCaseCode(broken.source),
  target_lang: upperCaseCode(broken.target),
  engine: broken.engine,
  reason: broken.reason,
  is_served: broken.isServed,
});

const present = (tag: LanguageTag): LanguageDto => ({
  language: upperCaseCode(tag),
  name: englishName(tag),
});
