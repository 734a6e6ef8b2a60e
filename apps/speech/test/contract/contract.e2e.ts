import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { committedDocument } from '@sextant/platform-testing';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { asyncApiOf } from '../../src/contract/asyncapi.js';
import { startSpeech } from '../running-speech.js';

/** Made of the OpenAPI document, as it is served. */
async function generated(): Promise<object> {
  const speech = await startSpeech();
  try {
    const answer = await fetch(`${speech.url}/docs/openapi.json`);
    const { components } = (await answer.json()) as {
      components: { schemas: Record<string, object> };
    };
    return asyncApiOf(components.schemas);
  } finally {
    await speech.close();
  }
}

describe('the contract of live connections', () => {
  it('is an AsyncAPI 3 document, as committed (UPDATE_DOCS=1 writes it anew)', async () => {
    const load = createRequire(import.meta.url);
    const schema = load('@asyncapi/specs/schemas/3.0.0.json') as object;
    const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false, meta: false });
    (formats as unknown as (target: Ajv) => void)(ajv);
    const document = await generated();

    ajv.validate(schema, JSON.parse(JSON.stringify(document)));
    expect(ajv.errors).toBeNull();
    const both = committedDocument('docs/api/asyncapi/speech.json', document);
    expect(both.generated).toEqual(both.committed);
  });
});
