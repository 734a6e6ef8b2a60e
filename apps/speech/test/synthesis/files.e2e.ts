import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CONTAINERS, OUTPUT_FORMATS } from '../../src/audio/audio-format.js';
import { startSpeech, type RunningSpeech } from '../running-speech.js';

const hasFfmpeg = spawnSync('ffprobe', ['-version']).status === 0;

interface Probed {
  readonly streams: readonly {
    readonly codec_name: string;
    readonly sample_rate: string;
    readonly channels: number;
    readonly bit_rate?: string;
  }[];
  readonly format: { readonly duration: string };
}

/** A file, what a reader has to be told of it, and what it does to its samples. */
interface Encoded {
  readonly path: string;
  readonly input?: readonly string[];
  readonly filter?: string;
}

const NONE = new Int16Array(0);

const CODECS: Readonly<Record<string, string>> = {
  mp3: 'mp3',
  wav: 'pcm_s16le',
  ogg: 'opus',
  aac: 'aac',
  flac: 'flac',
};

(hasFfmpeg ? describe : describe.skip)('files of /v1/audio/speech, needs ffprobe', () => {
  let speech: RunningSpeech;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-files-'));
    speech = await startSpeech();
  });
  afterAll(async () => {
    await speech.close();
    rmSync(folder, { recursive: true });
  });

  const body = { input: 'The quick brown fox jumps over the lazy dog.', voice_id: 'en-us-male' };

  async function file(asked: object, name = 'audio'): Promise<string> {
    const answer = await speech.post('/v1/audio/speech', { ...body, ...asked });
    const { audio_data } = (await answer.json()) as { audio_data: string };
    const path = join(folder, name);
    writeFileSync(path, Buffer.from(audio_data, 'base64'));
    return path;
  }

  const probe = (path: string): Probed =>
    JSON.parse(
      execFileSync(
        'ffprobe',
        ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', path],
        { encoding: 'utf8' },
      ),
    ) as Probed;

  /** Samples of files as another decoder reads them: of all in one go, because it starts slowly. */
  const samplesOf = (files: readonly Encoded[]): Int16Array[] => {
    const inputs = files.flatMap(({ path, input = [] }) => [...input, '-i', path]);
    const raw = files.map((_, at) => join(folder, `${at}.raw`));
    const outputs = files.flatMap(({ filter = 'anull' }, at) => [
      ...['-map', `${at}:a`, '-af', filter, '-ar', '24000', '-ac', '1', '-f', 's16le'],
      raw[at] ?? '',
    ]);
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, ...outputs]);
    return raw.map((path) => {
      const bytes = readFileSync(path);
      return Int16Array.from({ length: bytes.length >> 1 }, (_, n) => bytes.readInt16LE(n * 2));
    });
  };

  it.each(CONTAINERS.filter((name) => name !== 'pcm'))(
    '%s is what another reader takes it for',
    async (container) => {
      const { streams } = probe(await file({ audio_format: container }));

      expect(streams).toHaveLength(1);
      expect(streams[0]).toMatchObject({ codec_name: CODECS[container], channels: 1 });
    },
  );

  /** What a reader has to be told of files without a header. */
  const RAW: Readonly<Record<string, string>> = { pcm: 's16le', ulaw: 'mulaw', alaw: 'alaw' };

  /** The sentence as it was before it was encoded, of 24 kHz. */
  const original = (): Promise<string> => file({ output_format: 'wav_24000' }, 'original');

  interface Read {
    readonly path: string;
    readonly before: Int16Array;
    readonly decoded: Int16Array;
  }

  async function readAll(): Promise<ReadonlyMap<string, Read>> {
    const formats = [...OUTPUT_FORMATS.keys()];
    const whole = await original();
    const files: Encoded[] = [];
    for (const format of formats) {
      const [codec = '', rate = ''] = format.split('_');
      const raw = RAW[codec];
      const input = raw === undefined ? [] : ['-f', raw, '-ar', rate];
      files.push({ path: await file({ output_format: format }, format), input });
      // Of 24 kHz, as much as fits into the rate.
      files.push({ path: whole, filter: `aresample=${rate},aresample=24000` });
    }
    const samples = samplesOf(files);
    return new Map(
      formats.map((format, at) => {
        const [decoded = NONE, before = NONE] = samples.slice(2 * at);
        return [format, { path: join(folder, format), before, decoded }];
      }),
    );
  }

  let all: Promise<ReadonlyMap<string, Read>> | undefined;
  const readOf = async (format: string): Promise<Read> => {
    const read = (await (all ??= readAll())).get(format);
    if (read === undefined) throw new Error(`${format} was not read.`);
    return read;
  };

  it.each([...OUTPUT_FORMATS.keys()])(
    '%s is read by another decoder: as long, and the same sound',
    async (format) => {
      const [codec = '', , kbps = ''] = format.split('_');
      const { path, before, decoded } = await readOf(format);

      // Frames of AAC and Opus are whole, and the encoder's delay is in front of AAC.
      const slackMs = codec === 'aac' ? 140 : 25;
      expect(Math.abs(decoded.length - before.length) / 24).toBeLessThan(slackMs);
      // What keeps less of the wave than of what is heard.
      const isCoarse = codec === 'ogg' || kbps === '32';
      expect(aligned(before, decoded).correlation).toBeGreaterThan(isCoarse ? 0.7 : 0.9);
      if (RAW[codec] === undefined) expectHeader(probe(path), format);
    },
  );

  it.each(['mp3', 'ogg', 'aac'])(
    '%s decodes to the same sound, at the same time',
    async (container) => {
      const encoded = await file({ audio_format: container });
      const [before = NONE, decoded = NONE] = samplesOf([
        { path: await original() },
        { path: encoded },
      ]);

      const { correlation, lag } = aligned(before, decoded);
      // Opus keeps what is heard, not the wave.
      expect(correlation).toBeGreaterThan(container === 'ogg' ? 0.75 : 0.9);
      // AAC has no place to say how many samples its encoder put in front.
      expect(Math.abs(lag)).toBeLessThan(container === 'aac' ? 2200 : 48);
    },
  );

  it('an mp3 is as long as its samples, to the sample', async () => {
    const encoded = await file({ output_format: 'mp3_24000_64' });
    const [before = NONE, decoded = NONE] = samplesOf([
      { path: await original() },
      { path: encoded },
    ]);

    expect(before.length).toBeGreaterThan(24_000);
    expect(Math.abs(decoded.length - before.length)).toBeLessThanOrEqual(1);
  });
});

/** What is named is what the file's own header says; Opus knows one clock (RFC 7845, 5.1). */
function expectHeader({ streams }: Probed, format: string): void {
  const [codec = '', rate = '', kbps] = format.split('_');
  expect(streams[0]).toMatchObject({
    codec_name: CODECS[codec],
    channels: 1,
    sample_rate: codec === 'ogg' ? '48000' : rate,
    // MPEG-2 ends at 160 kbit/s: who asks for 192 gets them.
    ...(kbps === undefined ? {} : { bit_rate: `${kbps === '192' ? '160' : kbps}000` }),
  });
}

/** Where the second fits the first best, and how well: normalized correlation of a stretch in the middle. */
function aligned(original: Int16Array, decoded: Int16Array): { correlation: number; lag: number } {
  const from = Math.floor(original.length / 3);
  const length = 4800;
  const stretch = original.subarray(from, from + length);
  const power = stretch.reduce((sum, value) => sum + value * value, 0);
  let best = { correlation: -1, lag: 0 };
  for (let lag = -300; lag < 2300; lag += 1) {
    const other = decoded.subarray(Math.max(0, from + lag), from + lag + length);
    if (other.length < length) continue;
    let [product, otherPower] = [0, 0];
    for (let n = 0; n < length; n += 1) {
      const value = other[n] ?? 0;
      product += (stretch[n] ?? 0) * value;
      otherPower += value * value;
    }
    const correlation = product / Math.sqrt(power * otherPower + 1);
    if (correlation > best.correlation) best = { correlation, lag };
  }
  return best;
}
