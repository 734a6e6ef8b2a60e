import { describe, expect, it } from '@jest/globals';
import { committedDocument } from '@sextant/platform-testing';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { createRequire } from 'node:module';
import { ASYNCAPI } from '../../src/contract/asyncapi.js';
import { EVENT_SCHEMAS } from '../../src/classroom-events/event-schemas.js';

describe('the contract with publishers and sockets', () => {
  it('is an AsyncAPI 3 document', () => {
    const load = createRequire(import.meta.url);
    const schema = load('@asyncapi/specs/schemas/3.0.0.json') as object;
    const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false, meta: false });
    (formats as unknown as (target: Ajv) => void)(ajv);

    ajv.validate(schema, JSON.parse(JSON.stringify(ASYNCAPI)));

    expect(ajv.errors).toBeNull();
  });

  it('is as committed (UPDATE_DOCS=1 writes it anew)', () => {
    const path = 'docs/api/asyncapi/notifications.json';
    const { generated, committed } = committedDocument(path, ASYNCAPI);

    expect(generated).toEqual(committed);
  });

  it.each(Object.entries(EVENT_SCHEMAS))(
    'the schema of %s is as committed (UPDATE_DOCS=1 writes it anew)',
    (type, schema) => {
      const path = `docs/api/schemas/notifications/${type}.json`;
      const { generated, committed } = committedDocument(path, schema);

      expect(generated).toEqual(committed);
    },
  );

  it('names the events of the specification', () => {
    expect(Object.keys(EVENT_SCHEMAS)).toEqual(
      expect.arrayContaining([
        ...['enrollment.invited', 'enrollment.approved', 'enrollment.cancelled'],
        ...['enrollment.approvalCancelled', 'schedule.started', 'post.created'],
        ...['calendar.event.created', 'calendar.event.moved', 'calendar.event.cancelled'],
        'reminder.requested',
      ]),
    );
  });
});
