import type { Person } from '../access/person.js';
import type { Translations } from '../notifications/creation/creation.js';

/** Whom a message to many is for, within one academy. */
export type Audience =
  | { readonly kind: 'class'; readonly classId: string }
  | { readonly kind: 'year'; readonly year: string }
  | { readonly kind: 'academy' };

/** A class as its newest news has it. */
export interface SchoolClass {
  readonly academyId: string;
  readonly classId: string;
  /** Such as a grade; of several classes. */
  readonly year?: string;
  /** Grows with every change of the class: older news is passed over. */
  readonly version: number;
  readonly students: readonly Person[];
  readonly teachers: readonly Person[];
}

export interface BroadcastMessage {
  readonly audience: Audience;
  readonly title: string;
  readonly description: string;
  readonly category?: string;
  readonly isUrgent?: true;
  /** For those whose account names another language; the rest gets the message as it is. */
  readonly translations?: Translations;
  /** Of somebody who reaches only the classes that he or she teaches: also when it goes. */
  readonly isTeachers?: true;
  /** When it goes; at once if it is past. */
  readonly sendAt: Date;
}

export type BroadcastState = 'scheduled' | 'running' | 'done' | 'cancelled';

/** A message to an audience, on its way. */
export interface Broadcast {
  readonly id: string;
  /** The same for the same request: a second job with it is none. */
  readonly key: string;
  readonly academyId: string;
  readonly sender: Person;
  readonly message: BroadcastMessage;
  readonly state: BroadcastState;
  /** One for each part that is done, in order. */
  readonly creations: readonly string[];
  /** The last user whom it has reached: it goes by the order of users. */
  readonly reached?: string;
  readonly recipients: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** People of one part become one creation. */
export const PART_SIZE = 1000;
