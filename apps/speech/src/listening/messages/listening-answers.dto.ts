import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

const SEQUENCE =
  'Counts the messages of the session from 1: `resume` names the last one that came.';
const UTTERANCE = 'Counts from 1: what is said between two pauses.';
const MS = 'Milliseconds from the beginning of the session.';

export class HeardWordDto {
  @ApiProperty()
  value!: string;

  @ApiProperty({ description: MS })
  start_time!: number;

  @ApiProperty({ description: MS })
  end_time!: number;
}

/** A live transcription has begun. */
export class ListenStartedMessage {
  @ApiProperty({ enum: ['started'] })
  type!: 'started';

  @ApiProperty({ description: 'Resumes it: keep it secret.' })
  session!: string;

  @ApiProperty({ description: 'Who listens.' })
  recogniser!: string;

  @ApiProperty()
  sample_rate!: number;

  @ApiProperty({ description: 'How long the session waits for who lost the connection.' })
  resume_seconds!: number;
}

/** The live transcription goes on. */
export class ListenResumedMessage {
  @ApiProperty({ enum: ['resumed'] })
  type!: 'resumed';

  @ApiProperty()
  session!: string;

  @ApiProperty({ description: 'Samples that were taken: later ones are to be sent again.' })
  received_samples!: number;
}

/** Somebody begins to speak. */
export class SpeechStartedMessage {
  @ApiProperty({ enum: ['speech_started'] })
  type!: 'speech_started';

  @ApiProperty({ description: SEQUENCE })
  sequence!: number;

  @ApiProperty({ description: UTTERANCE })
  utterance!: number;

  @ApiProperty({ description: MS })
  start_time!: number;
}

/** What is being said (`interim`, which the next one replaces), or was said (`final`). */
export class TranscriptMessage {
  @ApiProperty({ enum: ['interim', 'final'] })
  type!: 'interim' | 'final';

  @ApiProperty({ description: SEQUENCE })
  sequence!: number;

  @ApiProperty({ description: UTTERANCE })
  utterance!: number;

  @ApiProperty({ description: 'Empty where it was no speech.' })
  text!: string;

  @ApiProperty({ description: MS })
  start_time!: number;

  @ApiProperty({ description: MS })
  end_time!: number;

  @ApiPropertyOptional({ type: [HeardWordDto], description: 'Of recognisers that tell times.' })
  words?: HeardWordDto[];

  @ApiPropertyOptional({ description: 'BCP 47, of recognisers that tell it.' })
  language?: string;
}

/** Everything was written down; the connection is closed with 1000. */
export class ListenDoneMessage {
  @ApiProperty({ enum: ['done'] })
  type!: 'done';

  @ApiProperty({ description: SEQUENCE })
  sequence!: number;

  @ApiProperty({ description: 'Of what was heard: it is counted.' })
  audio_duration_ms!: number;
}
