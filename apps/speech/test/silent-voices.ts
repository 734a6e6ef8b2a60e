import type { Voice } from '../src/voices/catalogue/voice.js';
import type { RunningSpeech } from './running-speech.js';

/** The voices that say next to nothing, with what they answer. */
export async function silentOf(
  speech: RunningSpeech,
  voices: readonly Voice[],
): Promise<readonly string[]> {
  const silent: string[] = [];
  for (const { id } of voices) {
    const body = { input: '1 2', voice_id: id, output_format: 'ulaw_8000' };
    const answer = await speech.post('/v1/audio/stream', body);
    const bytes = (await answer.arrayBuffer()).byteLength;
    if (answer.status !== 200 || bytes < 2000) silent.push(`${id} ${answer.status} ${bytes}`);
  }
  return silent;
}
