import { Injectable } from '@nestjs/common';
import type { IncomingEvent } from '../classroom-events/classroom-events.js';
import { letterOf, readLetter } from '../classroom-events/kafka-message.js';
import type { DeadLetter } from '../delivery/dead-letter-store.js';
import type { BuriedEvents } from './dead-letters.js';

@Injectable()
export class KafkaBuriedEvents implements BuriedEvents {
  read({ event, at }: DeadLetter, nowMs: number): IncomingEvent {
    return readLetter(letterOf(event), nowMs, at.getTime());
  }
}
