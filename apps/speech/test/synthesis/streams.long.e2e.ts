import { expect, it } from '@jest/globals';
import { startSpeech } from '../running-speech.js';

it('says 20,000 characters of words to the end', async () => {
  const speech = await startSpeech();
  try {
    const body = { voice_id: 'en-us-male', output_format: 'ulaw_8000' };
    const answer = await speech.post('/v1/audio/stream', { ...body, input: 'word '.repeat(4000) });

    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(8000 * 600);
  } finally {
    await speech.close();
  }
});
