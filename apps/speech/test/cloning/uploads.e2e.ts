import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';
import { ProgramDecoder } from '../../src/recordings/program-decoder.js';
import { SAMPLE_RULE, usableRecording } from '../../src/recordings/usable-recording.js';
import { programPools } from '../program-pools.js';
import { Speakers, wav } from '../flite-recordings.js';

/** Files as other programs write them; ffmpeg is of Debian. */
const withFfmpeg = existsSync('/usr/bin/ffmpeg') ? describe : describe.skip;
const MEGABYTE = 1024 * 1024;
let folder: string;
let decoder: ProgramDecoder;
/** Every file is compared with it. */
let original: ReturnType<typeof usable> | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-uploads-'));
  const speakers = new Speakers();
  writeFileSync(join(folder, 'sample.wav'), wav(await speakers.sample('rms', 12)));
  await speakers.close();
  decoder = new ProgramDecoder(programPools(), { engineProcesses: 1, engineQueue: 4 });
});
afterAll(async () => {
  await decoder.onApplicationShutdown();
  rmSync(folder, { recursive: true });
});

const FFMPEG = '/usr/bin/ffmpeg';
/** Kept from run to run, by the program, what it was asked and what it read. */
const KEPT = join(workspaceRoot(), '.data/test/ffmpeg');
let version: Buffer | undefined;

function ffmpeg(name: string, ...args: readonly string[]): Uint8Array {
  version ??= execFileSync(FFMPEG, ['-version']);
  const asked = args.map((arg) => (arg.startsWith(folder) ? readFileSync(arg) : arg));
  const digest = [version, name, ...asked].reduce(
    (hash, part) => hash.update(part).update('\0'),
    createHash('sha256'),
  );
  const kept = join(KEPT, digest.digest('hex'));
  const file = join(folder, name);
  if (!existsSync(kept)) {
    execFileSync(FFMPEG, ['-v', 'error', '-y', ...args, file], { timeout: 60_000 });
    mkdirSync(KEPT, { recursive: true });
    // It appears whole.
    copyFileSync(file, `${kept}.${process.pid}.part`);
    renameSync(`${kept}.${process.pid}.part`, kept);
  }
  copyFileSync(kept, file);
  return readFileSync(file);
}

const SILENCE = ['-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono'];

/** One minute is encoded, and its packets are written sixty times. FLAC says in its head how long it is. */
function hourOfSilence(name: string, args: readonly string[]): Uint8Array {
  if (name.endsWith('.flac')) return ffmpeg(name, ...SILENCE, '-t', '3600', ...args);
  ffmpeg(`minute-${name}`, ...SILENCE, '-t', '60', ...args);
  const minute = ['-stream_loop', '59', '-i', join(folder, `minute-${name}`)];
  return ffmpeg(name, ...minute, '-c', 'copy');
}

const usable = (bytes: Uint8Array) =>
  usableRecording(bytes, SAMPLE_RULE, { decoder, workspace: 'default' });

withFfmpeg('uploads in all containers that are accepted, needs ffmpeg', () => {
  it.each([
    ['wav', 'a.wav', ['-ar', '48000', '-ac', '2']],
    ['mp3', 'a.mp3', ['-ar', '44100', '-b:a', '96k']],
    ['flac', 'a.flac', []],
    ['opus', 'a.opus', ['-c:a', 'libopus', '-b:a', '32k']],
    ['oga', 'a.ogg', ['-c:a', 'libvorbis']],
    ['m4a', 'a.m4a', ['-c:a', 'aac', '-b:a', '96k']],
    ['webm', 'a.webm', ['-c:a', 'libopus']],
  ])('%s is the same sample', async (container, name, args) => {
    original ??= usable(readFileSync(join(folder, 'sample.wav')));
    const { pitch } = (await original).analysis;

    const { analysis, ...recording } = await usable(
      ffmpeg(name, '-i', join(folder, 'sample.wav'), ...args),
    );

    expect(recording.container).toBe(container);
    expect(Math.abs(analysis.durationSeconds - 12)).toBeLessThan(0.15);
    expect(Math.abs(analysis.pitch.medianHz - pitch.medianHz)).toBeLessThan(3);
  });

  it.each([
    ['FLAC', 'bomb.flac', []],
    ['Opus', 'bomb.opus', ['-c:a', 'libopus', '-b:a', '6k', '-application', 'voip']],
    ['MP3', 'bomb.mp3', ['-b:a', '8k', '-ar', '8000']],
    ['WebM', 'bomb.webm', ['-c:a', 'libopus', '-b:a', '6k']],
    ['M4A', 'bomb.m4a', ['-c:a', 'aac', '-b:a', '8k', '-ar', '8000']],
  ])(
    'an hour of silence in %s is refused, and the decoder is there for the next one',
    async (_what, name, args) => {
      const bomb = hourOfSilence(name, args);
      expect(bomb.length).toBeLessThan(25 * MEGABYTE);

      const refusal = await usable(bomb).then(
        () => undefined,
        (error: unknown) => error as { readonly code: string },
      );

      expect(['voice_sample_unusable', 'unsupported_audio']).toContain(refusal?.code);
      await expect(usable(readFileSync(join(folder, 'sample.wav')))).resolves.toBeDefined();
    },
  );

  it.each([
    ['WebM', 'v.webm', ['-c:v', 'libvpx']],
    ['MP4', 'v.mp4', ['-c:v', 'mpeg4']],
  ])('a video in %s is refused', async (_what, name, args) => {
    const video = ffmpeg(name, '-f', 'lavfi', '-i', 'testsrc=d=1:s=64x64:r=5', ...args);

    await expect(usable(video)).rejects.toMatchObject({ code: 'unsupported_audio' });
  });

  it('the first half of each file is refused, or a shorter recording', async () => {
    for (const name of ['a.mp3', 'a.flac', 'a.opus', 'a.m4a', 'a.webm']) {
      const bytes = readFileSync(join(folder, name));

      const half = usable(bytes.subarray(0, bytes.length / 2));

      await expect(half).rejects.toMatchObject({
        code: expect.stringMatching(/^(voice_sample_unusable|unsupported_audio)$/),
      });
    }
  });
});
