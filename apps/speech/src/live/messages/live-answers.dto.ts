import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OUTPUT_FORMATS } from '../../audio/audio-format.js';
import { WordMarkDto } from '../../synthesis/marks/word-mark.dto.js';

const SEQUENCE =
  'Counts the messages of the session from 1: `resume` names the last one that came.';
const TURN =
  'Counts from 1; marks and times begin anew with each, and so does the file of the audio.';

/** A session has begun. */
export class StartedMessage {
  @ApiProperty({ enum: ['started'] })
  type!: 'started';

  @ApiProperty({ description: 'Resumes it: keep it secret.' })
  session!: string;

  @ApiProperty({ description: 'The voice that speaks.' })
  voice_id!: string;

  @ApiProperty({ enum: [...OUTPUT_FORMATS.keys()] })
  output_format!: string;

  @ApiProperty({ example: 'audio/mpeg' })
  content_type!: string;

  @ApiProperty({ description: 'Whether times of words are estimated.' })
  estimates_marks!: boolean;

  @ApiProperty({ description: 'How long the session waits for who lost the connection.' })
  resume_seconds!: number;
}

/** The session goes on. */
export class ResumedMessage {
  @ApiProperty({ enum: ['resumed'] })
  type!: 'resumed';

  @ApiProperty()
  session!: string;

  @ApiProperty({
    description: "The client's last message that was taken: later ones are to be sent again.",
  })
  received!: number;
}

/** Speech, as it is made. */
export class AudioMessage {
  @ApiProperty({ enum: ['audio'] })
  type!: 'audio';

  @ApiProperty({ description: SEQUENCE })
  sequence!: number;

  @ApiProperty({ description: TURN })
  turn!: number;

  @ApiPropertyOptional({ description: 'Base64.' })
  audio?: string;

  @ApiPropertyOptional({ type: [WordMarkDto], description: "Offsets are of the turn's text." })
  speech_marks?: object[];
}

/** A turn was said to its end. */
export class TurnDoneMessage {
  @ApiProperty({ enum: ['turn_done'] })
  type!: 'turn_done';

  @ApiProperty({ description: SEQUENCE })
  sequence!: number;

  @ApiProperty({ description: TURN })
  turn!: number;

  @ApiProperty()
  billable_characters_count!: number;

  @ApiProperty()
  audio_duration_ms!: number;
}

/** A turn was broken off by `clear`: nothing of it follows. */
export class ClearedMessage {
  @ApiProperty({ enum: ['cleared'] })
  type!: 'cleared';

  @ApiProperty({ description: SEQUENCE })
  sequence!: number;

  @ApiProperty({ description: TURN })
  turn!: number;

  @ApiProperty({ description: "In the turn's text: the end of the last word whose time was told." })
  said_until!: number;
}

/** Everything was said; the connection is closed with 1000. */
export class DoneMessage {
  @ApiProperty({ enum: ['done'] })
  type!: 'done';

  @ApiProperty({ description: SEQUENCE })
  sequence!: number;
}

export class LiveErrorDto {
  @ApiProperty({ example: 'voice_not_found' })
  code!: string;

  @ApiProperty()
  message!: string;

  @ApiPropertyOptional({ type: Object, description: 'Names each member that is wrong.' })
  fields?: object;
}

/** The session, or the connection, ends: 1008 (wrong), 1011 (failed), 1013 (later) or 1001 (the process ends). */
export class ErrorMessage {
  @ApiProperty({ enum: ['error'] })
  type!: 'error';

  @ApiPropertyOptional({ description: SEQUENCE })
  sequence?: number;

  @ApiProperty({ type: LiveErrorDto })
  error!: LiveErrorDto;
}
