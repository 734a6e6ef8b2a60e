import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class ImportJobDto {
  @ApiProperty({ format: 'uuid', example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7' })
  job_id!: string;

  @ApiProperty({
    description: 'Where to PUT the file, without a key. Keep it secret.',
    example: 'https://translate.example/v3/translation_memories/files/…',
  })
  upload_url!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-24T10:00:00.000Z' })
  expires_at!: string;
}

class JobParametersDto {
  @ApiPropertyOptional({ format: 'uuid', example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7' })
  translation_memory_id?: string;

  @ApiPropertyOptional({ example: 'manuals' })
  display_name?: string;
}

class StatusMetadataDto {
  @ApiProperty({ example: 'upload_file' })
  required_action!: string;
}

class JobErrorDto {
  @ApiProperty()
  message!: string;
}

class JobResultDto {
  @ApiProperty({ enum: ['awaiting_input', 'completed', 'downloaded', 'failed', 'expired'] })
  status!: string;

  @ApiPropertyOptional({ type: StatusMetadataDto })
  status_metadata?: StatusMetadataDto;

  @ApiPropertyOptional({
    description: 'Where to GET the file, without a key. Keep it secret.',
    example: 'https://translate.example/v3/translation_memories/files/…',
  })
  download_url?: string;

  @ApiPropertyOptional({ format: 'date-time', example: '2026-11-24T10:00:00.000Z' })
  expires_at?: string;

  @ApiPropertyOptional({ type: JobErrorDto })
  error?: JobErrorDto;

  @ApiPropertyOptional({ format: 'uuid', example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7' })
  translation_memory_id?: string;

  @ApiPropertyOptional({ type: 'integer', example: 2 })
  skipped_segment_count?: number;
}

class JobFileDto {
  @ApiPropertyOptional({ example: 'manuals.tmx' })
  file_name?: string;

  @ApiPropertyOptional({ example: 'application/x-tmx+xml' })
  content_type?: string;

  @ApiPropertyOptional({ type: 'integer', example: 1048576 })
  content_length?: number;
}

export class MemoryJobDto {
  @ApiProperty({ format: 'uuid', example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7' })
  job_id!: string;

  @ApiProperty({ type: JobParametersDto })
  parameters!: JobParametersDto;

  @ApiProperty({ example: 'translation_memory' })
  product!: string;

  @ApiProperty({ enum: ['import', 'export'] })
  operation!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-24T10:00:00.000Z' })
  creation_time!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-24T10:00:00.000Z' })
  updated_time!: string;

  @ApiPropertyOptional({ type: JobFileDto })
  source_file?: JobFileDto;

  @ApiProperty({ type: [JobResultDto], description: 'Exactly one.' })
  results!: JobResultDto[];
}
