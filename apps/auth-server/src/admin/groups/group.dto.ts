import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, IsInt, Matches, Max, Min } from 'class-validator';
import { ROLE } from '../../users/user.js';
import { IfSent, toNumber } from '../../http/members.js';

export class GroupDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id!: string;

  @ApiProperty({ type: String })
  name!: string;

  /** What the directory calls it. */
  @ApiProperty({ type: String, nullable: true })
  external_id!: string | null;

  /** Which all its members have. */
  @ApiProperty({ type: [String] })
  roles!: string[];

  @ApiProperty({ type: String, format: 'date-time' })
  created_at!: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updated_at!: string;
}

export class GroupListDto {
  @ApiProperty({ type: [GroupDto] })
  groups!: GroupDto[];

  @ApiProperty({ type: 'integer' })
  total!: number;

  @ApiProperty({ type: 'integer' })
  limit!: number;

  @ApiProperty({ type: 'integer' })
  offset!: number;
}

export class GroupQuery {
  /** At most 100. */
  @IfSent()
  @Transform(toNumber)
  @Min(1)
  @Max(100)
  @IsInt()
  limit = 20;

  @IfSent()
  @Transform(toNumber)
  @Min(0)
  @Max(1_000_000_000)
  @IsInt()
  offset = 0;
}

export class UpdateGroupDto {
  @ApiProperty({ type: [String] })
  @ArrayMaxSize(20)
  @ArrayUnique()
  @Matches(ROLE, { each: true, message: 'roles must be words in small letters' })
  @IsArray()
  roles!: string[];
}
