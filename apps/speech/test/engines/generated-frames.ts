import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { containerOf } from '../../src/recordings/container.js';
import { connect } from '../live/live-client.js';
import { KEY, startSpeech, type RunningSpeech } from '../running-speech.js';

const headers = { authorization: `Bearer ${KEY}` };

/** What looks like a message, and what does not. */
const frames = fc.oneof(
  fc.json(),
  fc.string(),
  fc
    .record({
      type: fc.constantFrom('start', 'text', 'flush', 'clear', 'end', 'resume', 'x'),
      text: fc.anything(),
      voice_id: fc.anything(),
      sequence: fc.anything(),
      received: fc.anything(),
    })
    .map((message) =>
      JSON.stringify(message, (_, value: unknown) => (typeof value === 'bigint' ? 'big' : value)),
    ),
);

/** Declares what generated frames and recordings do. */
export const describeGenerated = (inputs: number): void =>
  describe(`${inputs} generated inputs`, () => {
    let speech: RunningSpeech;
    beforeAll(async () => {
      speech = await startSpeech();
      // Engines take longer to load than all this.
      while ((await fetch(`${speech.url}/health`)).status !== 200) await setTimeout(50);
    });
    afterAll(() => speech.close());

    it('as frames of live input are answered or refused, and the service goes on', async () => {
      const generated = fc.sample(frames, inputs);
      const known = new Set([
        'validation_failed',
        'voice_not_found',
        'live_session_not_found',
        'model_not_allowed',
      ]);
      while (generated.length > 0) {
        const client = await connect(speech.url, { headers });
        // A connection ends with its first fault: many frames on each would be read by none.
        for (const frame of generated.splice(0, 10)) client.send(frame);
        client.send('the end');
        for (const { error } of await client.ended())
          if (error !== undefined) known.add(error.code);
      }
      expect([...known].filter((code) => /failed|unavailable/.test(code))).toEqual([
        'validation_failed',
      ]);
      expect((await fetch(`${speech.url}/health`)).status).toBe(200);
    });

    it('as recordings are known or not, and nothing else happens', () => {
      const starts = fc.constantFrom(
        'RIFF',
        'ID3',
        'fLaC',
        'OggS',
        '\0\0\0\x10ftypM4A ',
        '\x1aE\xdf\xa3',
        'hdlr',
        '',
      );
      fc.assert(
        fc.property(starts, fc.uint8Array({ maxLength: 300 }), (start, rest) => {
          const found = containerOf(Buffer.concat([Buffer.from(start, 'latin1'), rest]));
          expect(['string', 'undefined']).toContain(typeof found);
        }),
        { numRuns: inputs },
      );
    });
  });
