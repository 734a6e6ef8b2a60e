import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PLACEHOLDER_FORMATS, type PlaceholderFormat } from '../text/placeholder-formats.js';

const ORIGINS = ['engine', 'unknown_word', 'memory', 'glossary', 'unchanged'] as const;

/** Own extension: a term of a glossary that is in a translation. */
export class AppliedTermDto {
  @ApiProperty({ example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7' })
  glossary_id!: string;

  @ApiProperty({ example: 'house' })
  source!: string;

  @ApiProperty({ example: 'vivienda' })
  target!: string;
}

/** What a memory's segment had, and what the text has there. */
export class SubstitutionDto {
  @ApiProperty({ example: '30' })
  from!: string;

  @ApiProperty({ example: '90' })
  to!: string;
}

/** Own extension: a stretch of a translation and where it comes from. */
export class ProvenanceDto {
  @ApiProperty({
    description: 'Joined, those of all stretches are the translation.',
    example: 'La casa',
  })
  text!: string;

  @ApiProperty({ enum: ORIGINS })
  origin!: (typeof ORIGINS)[number];

  @ApiPropertyOptional({ description: 'The engine; several on a longer way.', example: 'apertium' })
  engine?: string;

  @ApiPropertyOptional({
    description: 'What the engine names as its source, such as a file.',
    example: 'phrases.tsv',
  })
  engine_source?: string;

  @ApiPropertyOptional({
    description: 'The segment of the translation memory.',
    example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7',
  })
  segment_id?: string;

  @ApiPropertyOptional({ description: 'Similarity of that segment, in percent.', example: 97 })
  score?: number;

  @ApiPropertyOptional({
    type: [SubstitutionDto],
    description: 'Numbers, placeholders and names of the text that were put into that segment.',
  })
  substitutions?: SubstitutionDto[];

  @ApiPropertyOptional({ example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7' })
  glossary_id?: string;

  @ApiPropertyOptional({ description: 'The term as the glossary holds it.', example: 'house' })
  term?: string;
}

/** Own extension: a segment of a memory that is like one of the text, and may say something else. */
export class MemorySuggestionDto {
  @ApiProperty({ description: 'The segment of the text.', example: 'Turn left.' })
  text!: string;

  @ApiProperty({ example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7' })
  segment_id!: string;

  @ApiProperty({ description: 'The source of the segment in the memory.', example: 'Turn right.' })
  source!: string;

  @ApiProperty({ example: 'Gire a la derecha.' })
  target!: string;

  @ApiProperty({ type: 'integer', description: 'Similarity, in percent.', example: 80 })
  score!: number;
}

export class TranslationDto {
  @ApiProperty({ description: 'The given source language, or the detected one.', example: 'EN' })
  detected_source_language!: string;

  @ApiProperty({ example: 'La casa es grande.' })
  text!: string;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Unicode code points of the source text, tags included; only when asked for.',
    example: 18,
  })
  billed_characters?: number;

  @ApiPropertyOptional({
    enum: ['latency_optimized', 'quality_optimized'],
    description: 'Only when `model_type` was given.',
  })
  model_type_used?: string;

  @ApiPropertyOptional({
    enum: ['v1', 'v2'],
    description: 'Only when `tag_handling` was given.',
  })
  tag_handling_version?: string;

  @ApiPropertyOptional({ type: [AppliedTermDto], description: 'Only when asked for.' })
  applied_terms?: AppliedTermDto[];

  @ApiPropertyOptional({
    enum: PLACEHOLDER_FORMATS,
    isArray: true,
    description:
      'Own extension: formats of the placeholders that were kept; absent when there are none.',
    example: ['icu'],
  })
  placeholder_formats?: PlaceholderFormat[];

  @ApiPropertyOptional({
    type: [MemorySuggestionDto],
    description:
      'Own extension: segments of the translation memory that were not used because they differ in words. Absent when there are none.',
  })
  translation_memory_suggestions?: MemorySuggestionDto[];

  @ApiPropertyOptional({ type: [ProvenanceDto], description: 'Only when asked for.' })
  provenance?: ProvenanceDto[];

  @ApiPropertyOptional({
    description:
      'Own extension, with `show_provenance`: the command that installs a neural model for this pair. Absent where a model translated already, or no model is known.',
    example: 'npm run models -- add en-es',
  })
  fluent_with?: string;
}

export class TranslationsDto {
  @ApiProperty({ type: [TranslationDto], description: 'In the order of the texts.' })
  translations!: TranslationDto[];
}
