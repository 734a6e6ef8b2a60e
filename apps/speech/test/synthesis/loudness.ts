import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSpeech, type RunningSpeech } from '../running-speech.js';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

/** What ffmpeg's ebur128 says of a file: loudness in LUFS, true peak in dBTP. */
function measured(file: Buffer): { readonly lufs: number; readonly dbtp: number } {
  const { stderr } = spawnSync(
    'ffmpeg',
    ['-hide_banner', '-i', '-', '-af', 'ebur128=peak=true', '-f', 'null', '-'],
    { input: file, encoding: 'utf8', maxBuffer: 1e8 },
  );
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  const figure = (pattern: RegExp): number => Number(pattern.exec(summary)?.[1] ?? 'NaN');
  return { lufs: figure(/I:\s+(-?[\d.]+) LUFS/), dbtp: figure(/Peak:\s+(-?[\d.]+) dBFS/) };
}

interface Heard {
  readonly voices: readonly string[];
  /** Those that are encoded in each format. */
  readonly encoded: readonly string[];
}

const INPUT =
  'The quick brown fox jumps over the lazy dog! Peter Piper picked a peck of pickled peppers. ' +
  'She sells sea shells, zigzag, by the shore; and all of it is said quite loudly.';

/** Declares that loudness is as documented. */
export const describeLoudness = ({ voices, encoded }: Heard): void =>
  (hasFfmpeg ? describe : describe.skip)('loudness as another meter has it, needs ffmpeg', () => {
    let speech: RunningSpeech;
    beforeAll(async () => {
      speech = await startSpeech();
    });
    afterAll(() => speech.close());

    const body = { input: INPUT, options: { loudness_normalization: true } };

    async function whole(asked: object): Promise<Buffer> {
      const answer = await speech.post('/v1/audio/speech', { ...body, ...asked });
      const { audio_data } = (await answer.json()) as { audio_data: string };
      return Buffer.from(audio_data, 'base64');
    }

    it.each(voices)(
      'of %s: -14 LUFS, true peaks below -2 dBTP, on both routes',
      async (voice_id) => {
        const file = measured(await whole({ voice_id }));
        const answer = await speech.post('/v1/audio/stream', {
          ...body,
          voice_id,
          output_format: 'wav_24000',
        });
        const stream = measured(Buffer.from(await answer.arrayBuffer()));

        process.stdout.write(
          `${voice_id}: ${file.lufs} LUFS, ${file.dbtp} dBTP; stream ${stream.lufs}, ${stream.dbtp}\n`,
        );
        expect(Math.abs(file.lufs + 14)).toBeLessThanOrEqual(1);
        expect(file.dbtp).toBeLessThanOrEqual(-2);
        expect(Math.abs(stream.lufs + 14)).toBeLessThanOrEqual(2);
        expect(stream.dbtp).toBeLessThanOrEqual(-2);
      },
    );

    it.each([
      ['wav_48000', -2],
      ['mp3_22050_160', -2],
      // Of few bits, what is decoded is not what was encoded.
      ['mp3_24000_64', -1],
      ['ogg_24000', -1],
      ['aac_24000', -1],
    ])('of %s, decoded: true peaks below %d dBTP', async (output_format, most) => {
      const lines: string[] = [];
      for (const voice_id of encoded) {
        const { lufs, dbtp } = measured(await whole({ voice_id, output_format }));
        lines.push(`${voice_id} ${lufs} LUFS, ${dbtp} dBTP`);

        expect(dbtp).toBeLessThanOrEqual(most);
        expect(Math.abs(lufs + 14)).toBeLessThanOrEqual(1.5);
      }
      process.stdout.write(`${output_format}: ${lines.join('; ')}\n`);
    });
  });
