import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class ImportJobDto {
  @ApiProperty({ format: 'uuid' })
  job_id!: string;

  @ApiProperty({ description: 'Where to PUT the file, without a key. Keep it secret.' })
  upload_url!: string;

  @ApiProperty({ format: 'date-time' })
  expires_at!: string;
}

class JobParametersDto {
  @ApiPropertyOptional({ format: 'uuid' })
  translation_memory_id?: string;

  @ApiPropertyOptional()
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

  @ApiPropertyOptional({ description: 'Where to GET the file, without a key. Keep it secret.' })
  download_url?: string;

  @ApiPropertyOptional({ format: 'date-time' })
  expires_at?: string;

  @ApiPropertyOptional({ type: JobErrorDto })
  error?: JobErrorDto;

  @ApiPropertyOptional({ format: 'uuid' })
  translation_memory_id?: string;

  @ApiPropertyOptional({ type: 'integer' })
  skipped_segment_count?: number;
}

class JobFileDto {
  @ApiPropertyOptional()
  file_name?: string;

  @ApiPropertyOptional()
  content_type?: string;

  @ApiPropertyOptional({ type: 'integer' })
  content_length?: number;
}

export class MemoryJobDto {
  @ApiProperty({ format: 'uuid' })
  job_id!: string;

  @ApiProperty({ type: JobParametersDto })
  parameters!: JobParametersDto;

  @ApiProperty({ example: 'translation_memory' })
  product!: string;

  @ApiProperty({ enum: ['import', 'export'] })
  operation!: string;

  @ApiProperty({ format: 'date-time' })
  creation_time!: string;

  @ApiProperty({ format: 'date-time' })
  updated_time!: string;

  @ApiPropertyOptional({ type: JobFileDto })
  source_file?: JobFileDto;

  @ApiProperty({ type: [JobResultDto], description: 'Exactly one.' })
  results!: JobResultDto[];
}
