import { person } from './people.js';

let number = 0;
/** A name that no other test of the file has. */
export const unique = (name: string): string => `${name}-${(number += 1)}`;

export const eventOf = (type: string, data: object, change: object = {}) => ({
  specversion: '1.0',
  id: unique(`event-${type}`),
  source: '/school',
  type,
  time: new Date().toISOString(),
  data,
  ...change,
});

export const audience = (name: string) => ({
  academyId: 'academy-1',
  recipients: [person(name)],
  title: 'Title',
  description: 'Text',
  category: 'class',
  entityId: 'entity-1',
});

export const calendarAt = (startsAt: string) =>
  eventOf('calendar.event.created', {
    ...{ academyId: 'academy-1', eventId: unique('lesson'), version: 1, title: 'Lesson', startsAt },
    attendees: [person('ann')],
  });
