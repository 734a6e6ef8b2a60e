import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsInt,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { IsInstant } from '../sources/instant.js';

/** The one or the other. */
export class EventChoice {
  @ApiPropertyOptional({ description: 'Id of an event of the history.' })
  @ValidateIf(({ dead_letter: other }: EventChoice) => other === undefined)
  @IsString()
  @MaxLength(200)
  event_id?: string;

  @ApiPropertyOptional({ description: 'Id of a dead letter, in its place.' })
  @ValidateIf(({ event_id: other }: EventChoice) => other === undefined)
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  dead_letter?: number;
}

export class TemplateTrialBody extends EventChoice {
  @ApiProperty({ example: 'chatbot-out-message', description: 'Option that gives the template.' })
  @IsString()
  @MaxLength(200)
  option!: string;

  @ApiProperty({ example: '{{ .data.labels.alertname }}' })
  @IsString()
  @MaxLength(500_000)
  template!: string;
}

export class ConfigurationBody {
  @ApiProperty({ description: 'The configuration file, as YAML.' })
  @IsString()
  @MaxLength(900_000)
  yaml!: string;
}

export class MatcherBody {
  @ApiProperty({ example: 'alertname' })
  @IsString()
  @MinLength(1)
  @MaxLength(1000)
  name!: string;

  @ApiProperty({ example: 'DiskFull' })
  @IsString()
  @MaxLength(4000)
  value!: string;
}

export class SilenceBody {
  @ApiProperty({ type: [MatcherBody], minItems: 1, maxItems: 100 })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  @Type(() => MatcherBody)
  matchers!: MatcherBody[];

  @ApiProperty({ example: '2026-11-21T08:00:00Z' })
  @IsInstant()
  ends_at!: string;

  @ApiProperty({ example: 'We are moving the disk.' })
  @IsString()
  @MaxLength(1000)
  comment!: string;
}

export class SilenceView {
  @ApiProperty()
  readonly id!: string;

  @ApiProperty({ enum: ['active', 'pending', 'expired'] })
  readonly state!: string;

  @ApiProperty({ type: [String], example: ['alertname="DiskFull"'] })
  readonly matchers!: readonly string[];

  @ApiProperty()
  readonly starts_at!: string;

  @ApiProperty()
  readonly ends_at!: string;

  @ApiProperty()
  readonly created_by!: string;

  @ApiProperty()
  readonly comment!: string;
}

export class SilencesAnswer {
  @ApiProperty({ description: 'Whether there is an Alertmanager to ask.' })
  readonly configured!: boolean;

  @ApiProperty({ type: [SilenceView] })
  readonly silences!: SilenceView[];
}

export class NewSilenceAnswer {
  @ApiProperty()
  readonly id!: string;
}

export class DeployedTemplateView {
  @ApiProperty({ example: 'chatbot-out-message' })
  readonly option!: string;

  @ApiProperty()
  readonly template!: string;
}

export class TemplatesAnswer {
  @ApiProperty({ type: [DeployedTemplateView] })
  readonly templates!: DeployedTemplateView[];
}

export class FaultView {
  @ApiProperty({ description: "Go's text." })
  readonly message!: string;

  @ApiProperty({ type: Number, nullable: true })
  readonly line!: number | null;

  @ApiProperty({ type: Number, nullable: true })
  readonly column!: number | null;
}

export class TrialAnswer {
  @ApiProperty({ type: String, nullable: true })
  readonly output!: string | null;

  @ApiProperty({ type: FaultView, nullable: true })
  readonly fault!: FaultView | null;

  @ApiProperty({ type: [String] })
  readonly warnings!: readonly string[];

  @ApiProperty({ description: 'From the deployed template to this one, unified; empty for none.' })
  readonly difference!: string;
}

export class CheckAnswer {
  @ApiProperty()
  readonly valid!: boolean;

  @ApiProperty({ type: [String] })
  readonly problems!: readonly string[];

  @ApiProperty({ type: [String] })
  readonly warnings!: readonly string[];

  @ApiProperty({ type: [String] })
  readonly sinks!: readonly string[];

  @ApiProperty({
    description: 'From the deployed file to this one, unified, in one spelling, without secrets.',
  })
  readonly difference!: string;
}

export class ConditionView {
  @ApiProperty({ example: 'severity="critical"' })
  readonly text!: string;

  @ApiProperty()
  readonly holds!: boolean;
}

export class RouteView {
  @ApiProperty({ type: [ConditionView] })
  readonly conditions!: readonly ConditionView[];

  @ApiProperty()
  readonly matches!: boolean;

  @ApiProperty({ description: 'False when a route before it has decided.' })
  readonly reached!: boolean;

  @ApiProperty()
  readonly continue!: boolean;

  @ApiProperty({ type: [String] })
  readonly sinks!: readonly string[];

  @ApiProperty({ type: [String] })
  readonly group_by!: readonly string[];
}

export class PlannedDeliveryView {
  @ApiProperty()
  readonly sink!: string;

  @ApiProperty({ description: 'The target without its secrets.' })
  readonly target!: string;

  @ApiProperty({ type: String, nullable: true })
  readonly message!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why there is no message.' })
  readonly reason!: string | null;
}

export class ExplanationAnswer {
  @ApiProperty({ type: [RouteView] })
  readonly routes!: readonly RouteView[];

  @ApiProperty({ description: 'No route matches: it goes to all sinks.' })
  readonly unmatched!: boolean;

  @ApiProperty({ type: [PlannedDeliveryView] })
  readonly deliveries!: readonly PlannedDeliveryView[];
}
