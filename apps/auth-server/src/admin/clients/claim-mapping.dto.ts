import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsString,
  Length,
  Matches,
  ValidateNested,
} from 'class-validator';
import {
  CLAIM_ATTRIBUTES,
  CLAIM_NAME,
  CLAIM_PLACES,
  MOST_MAPPINGS,
  type ClaimAttribute,
  type ClaimMapping,
  type ClaimPlace,
} from '../../claims/claim-mapping.js';
import { IfSent } from '../../http/members.js';
import { SCOPE_NAME } from '../../scopes/scope.js';
import { MachineClientDto } from './machine-client.dto.js';

const VALUE = { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] };

/** A claim made of an attribute of the person, of a constant, or for the members of a group: one of the three. */
export class ClaimMappingDto implements ClaimMapping {
  @ApiProperty({ type: String, example: 'department' })
  @Matches(CLAIM_NAME, { message: 'claim must begin with a letter and have no blanks' })
  claim!: string;

  @ApiPropertyOptional({ enum: CLAIM_ATTRIBUTES })
  @IfSent()
  @IsIn(CLAIM_ATTRIBUTES)
  attribute?: ClaimAttribute;

  /** A text of at most 1000 characters, a number, true or false. */
  @ApiPropertyOptional(VALUE)
  @IfSent()
  @Allow()
  constant?: string | number | boolean;

  /** The name of a group whose members get the claim. */
  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Length(1, 1000)
  @IsString()
  group?: string;

  /** What members of the group get; true if absent. */
  @ApiPropertyOptional(VALUE)
  @IfSent()
  @Allow()
  value?: string | number | boolean;

  /** The ID token and userinfo if absent. */
  @ApiPropertyOptional({ enum: CLAIM_PLACES, isArray: true })
  @IfSent()
  @ArrayMaxSize(CLAIM_PLACES.length)
  @ArrayUnique()
  @IsIn(CLAIM_PLACES, { each: true })
  @IsArray()
  in?: ClaimPlace[];
}

export class MappedClientDto extends MachineClientDto {
  /** Claims beyond those of its scopes. Of several for one claim the first that gives a value counts; an empty list takes all away. */
  @ApiPropertyOptional({ type: [ClaimMappingDto] })
  @IfSent()
  @ArrayMaxSize(MOST_MAPPINGS)
  @ValidateNested({ each: true })
  @Type(() => ClaimMappingDto)
  @IsArray()
  claim_mappings?: ClaimMappingDto[];
}

export class ClaimPreviewQuery {
  /** The id of a user. */
  @ApiProperty({ type: String })
  @Length(1, 64)
  @IsString()
  user!: string;

  /** Separated by spaces; all that the client may ask for if absent. */
  @ApiPropertyOptional({ type: String, example: 'openid email' })
  @IfSent()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? words(value) : value))
  @ArrayMaxSize(100)
  @Matches(SCOPE_NAME, { each: true, message: 'scope must hold names of scopes' })
  @IsArray()
  scope?: string[];
}

const words = (text: string): string[] => text.split(' ').filter(Boolean);

/** What the client would be told of a person who has signed in and allowed the scopes. */
export class ClaimPreviewDto {
  @ApiProperty({ type: 'object', additionalProperties: true })
  id_token!: Record<string, unknown>;

  @ApiProperty({ type: 'object', additionalProperties: true })
  userinfo!: Record<string, unknown>;

  @ApiProperty({ type: 'object', additionalProperties: true })
  access_token!: Record<string, unknown>;
}
