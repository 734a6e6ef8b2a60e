import { spawnSync } from 'node:child_process';

export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

/** What ffmpeg makes of a recording, as a file. */
export function converted(file: Uint8Array, ...args: readonly string[]): Uint8Array<ArrayBuffer> {
  const words = ['-v', 'error', '-i', '-', ...args, '-'];
  const { stdout, stderr, status } = spawnSync('ffmpeg', words, {
    input: file,
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(stderr.toString('utf8'));
  return new Uint8Array(stdout);
}

/** What the requirement names, each alone. */
export const ATTACKS: Readonly<Record<string, readonly string[]>> = {
  'as it is': ['-f', 'wav'],
  'MP3, 64 kbit/s': ['-b:a', '64k', '-f', 'mp3'],
  'resampled to 16 kHz': ['-ar', '16000', '-f', 'wav'],
  'cut to 5 s': ['-ss', '2.3', '-t', '5', '-f', 'wav'],
  'half as loud': ['-af', 'volume=0.5', '-f', 'wav'],
  'Opus, 24 kbit/s': ['-c:a', 'libopus', '-b:a', '24k', '-f', 'ogg'],
};

/** Mixed with white noise at 20 dB: as loud as the power of the recording says. */
export function withNoise(file: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = converted(file, '-ar', '16000', '-ac', '1', '-f', 's16le');
  const pcm = new Int16Array(bytes.buffer, 0, bytes.length >> 1);
  const power = pcm.reduce((sum, sample) => sum + sample ** 2, 0) / pcm.length;
  const amplitude = Math.sqrt(power / 32_768 ** 2) / 10;
  // ffmpeg's white noise of amplitude a has a power of a² / 3.
  const noise = `anoisesrc=d=600:c=white:r=16000:a=${amplitude * Math.sqrt(3)}:seed=7`;
  const mix = `${noise}[n];[0:a]aresample=16000[s];[s][n]amix=inputs=2:duration=first:normalize=0`;
  return converted(file, '-filter_complex', mix, '-f', 'wav');
}
