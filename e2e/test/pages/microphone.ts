import { writeFile } from 'node:fs/promises';

/** What a second of it takes: 16 bits, 48,000 times. */
const SECOND = 96_000;

export interface Saying {
  readonly origin: string;
  readonly key: string;
  /** What the microphone of the browser hears. */
  readonly file: string;
}

/**
 * Has a text spoken into the microphone.
 *
 * @param silence seconds of it that follow
 * @returns milliseconds that the text takes
 */
export async function sayInto(
  { origin, key, file }: Saying,
  input: string,
  silence = 0,
): Promise<number> {
  const response = await fetch(`${origin}/v1/audio/stream`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ input, voice_id: 'henry', output_format: 'wav_48000' }),
  });
  const said = Buffer.from(await response.arrayBuffer());
  const wav = Buffer.concat([said, Buffer.alloc(silence * SECOND)]);
  // The sizes of a stream are not known when it begins, and the browser wants them.
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.writeUInt32LE(wav.length - 44, 40);
  await writeFile(file, wav);
  return ((said.length - 44) / SECOND) * 1000;
}
