import { Controller, Get, Query } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiPropertyOptional,
  getSchemaPath,
} from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsDefined, IsEmpty, IsIn } from 'class-validator';
import { englishName } from '../languages/language.js';
import {
  RESOURCES,
  type OfferedFeature,
  type OfferedLanguage,
  type Resource,
} from '../translation/routes/offered-languages.js';
import { CurrentRoutes } from '../translation/routes/current-routes.js';
import { Writer } from '../writing/writer.js';
import { MayBeAbsent, notSpecified } from '../http/parameter-rules.js';
import { ApiArea } from '../http/api-area.js';

const INCLUDES = ['beta', 'external'] as const;

class LanguagesV3Query {
  @IsEmpty({ message: "Parameter 'product' is called 'resource' now." })
  @MayBeAbsent()
  product?: string;

  @ApiProperty({ enum: RESOURCES })
  @IsIn(RESOURCES, {
    message: `Value for 'resource' not supported. Allowed values: ${RESOURCES.join(', ')}.`,
  })
  @IsDefined(notSpecified('resource'))
  resource!: Resource;

  @ApiPropertyOptional({
    enum: INCLUDES,
    isArray: true,
    description: 'Has no effect: nothing here is in beta or done by others.',
  })
  @MayBeAbsent()
  @IsIn(INCLUDES, {
    each: true,
    message: "Value for 'include' not supported. Allowed values: beta, external.",
  })
  @Transform(({ value }: { value: unknown }) => (value === undefined ? undefined : [value].flat()))
  include?: string[];
}

class FeatureStatusDto {
  @ApiProperty({ enum: ['stable'] })
  status!: string;
}

@ApiExtraModels(FeatureStatusDto)
class LanguageV3Dto {
  @ApiProperty({ example: 'pt-BR' })
  lang!: string;

  @ApiProperty({ example: 'Portuguese (Brazil)' })
  name!: string;

  @ApiProperty()
  usable_as_source!: boolean;

  @ApiProperty()
  usable_as_target!: boolean;

  @ApiProperty({ enum: ['stable'] })
  status!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(FeatureStatusDto) },
    description: 'What the engines that run now can do with this language.',
  })
  features!: Record<string, FeatureStatusDto>;
}

class ResourceFeatureDto {
  @ApiProperty({ example: 'formality' })
  name!: string;

  @ApiPropertyOptional()
  needs_source_support?: boolean;

  @ApiPropertyOptional()
  needs_target_support?: boolean;
}

class ResourceDto {
  @ApiProperty({ enum: RESOURCES })
  name!: string;

  @ApiProperty({ type: [ResourceFeatureDto] })
  features!: ResourceFeatureDto[];
}

@ApiArea('meta information')
@Controller('v3/languages')
export class LanguagesV3Controller {
  constructor(
    private readonly routes: CurrentRoutes,
    private readonly writer: Writer,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Lists the languages of a resource and what can be done with them.' })
  @ApiOkResponse({ type: [LanguageV3Dto] })
  listLanguagesOfResource(@Query() { resource }: LanguagesV3Query): LanguageV3Dto[] {
    const languages =
      resource === 'write' ? this.writer.offered().languages : this.routes.languages().of(resource);
    return languages.map(presentLanguage);
  }

  @Get('resources')
  @ApiOperation({ summary: 'Lists the resources and their features.' })
  @ApiOkResponse({ type: [ResourceDto] })
  listResources(): ResourceDto[] {
    const { features } = this.writer.offered();
    return [...this.routes.languages().resources(), { name: 'write', features } as const].map(
      (resource) => ({ name: resource.name, features: resource.features.map(presentFeature) }),
    );
  }
}

const presentLanguage = ({
  language,
  isSource,
  isTarget,
  features,
}: OfferedLanguage): LanguageV3Dto => ({
  lang: language,
  name: englishName(language),
  usable_as_source: isSource,
  usable_as_target: isTarget,
  status: 'stable',
  features: Object.fromEntries(features.map((name) => [name, { status: 'stable' }])),
});

const presentFeature = ({
  name,
  needsSource,
  needsTarget,
}: OfferedFeature): ResourceFeatureDto => ({
  name,
  ...(needsSource ? { needs_source_support: true } : {}),
  ...(needsTarget ? { needs_target_support: true } : {}),
});
