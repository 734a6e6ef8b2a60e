import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsDefined,
  IsInt,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { AreTexts, MayBeAbsent, notSpecified, notSupported } from '../http/parameter-rules.js';

const MOST_TEXTS = 50;
const LONGEST_TEXT = 5000;
const MAX_CODE_LENGTH = 20;
/** What people may still want to see. */
export const USUAL_LIKENESS = 60;

/** Texts that are looked up in one memory. */
export class MemoryMatchesQueryDto {
  @ApiProperty({
    type: [String],
    maxItems: MOST_TEXTS,
    description: 'At most 50 of at most 5,000 characters each.',
    example: ['Turn left at the corner.'],
  })
  @AreTexts()
  @MaxLength(LONGEST_TEXT, { each: true, ...notSupported('text') })
  @ArrayMaxSize(MOST_TEXTS, notSupported('text'))
  @IsArray(notSupported('text'))
  @IsDefined(notSpecified('text'))
  text!: string[];

  @ApiProperty({ example: 'es' })
  @MaxLength(MAX_CODE_LENGTH, notSupported('target_language'))
  @IsString(notSupported('target_language'))
  @IsDefined(notSpecified('target_language'))
  target_language!: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: USUAL_LIKENESS,
    description: 'Least similarity, in percent.',
  })
  @MayBeAbsent()
  @Max(100, notSupported('threshold'))
  @Min(1, notSupported('threshold'))
  @IsInt(notSupported('threshold'))
  threshold?: number;
}

class MemoryMatchDto {
  @ApiProperty({ type: 'integer', description: 'Place of the text in the request.', example: 0 })
  index!: number;

  @ApiProperty({ format: 'uuid', example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7' })
  segment_id!: string;

  @ApiProperty({ example: 'Turn right at the corner.' })
  source!: string;

  @ApiProperty({ example: 'Gire a la derecha en la esquina.' })
  target!: string;

  @ApiProperty({ type: 'integer', example: 84 })
  score!: number;

  @ApiProperty({
    description:
      'Whether the text differs in more than numbers, names and placeholders, so that the translation may say something else.',
  })
  is_suggestion!: boolean;
}

export class MemoryMatchesDto {
  @ApiProperty({ type: [MemoryMatchDto], description: 'The best one of each text that has one.' })
  matches!: MemoryMatchDto[];
}
