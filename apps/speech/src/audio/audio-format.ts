export type Codec = 'mp3' | 'wav' | 'ogg' | 'aac' | 'flac' | 'pcm' | 'ulaw' | 'alaw';

/** A codec with all that its encoder has to know. */
export interface AudioFormat {
  /** As callers write it, such as `mp3_24000_64`. */
  readonly id: string;
  readonly codec: Codec;
  /** Samples a second. */
  readonly sampleRate: number;
  /** Kilobits a second, for codecs that lose something. */
  readonly kbps?: number;
}

const MP3_RATES = [22050, 24000];
const MP3_KBPS = [32, 64, 96, 128, 160];
/** MPEG-2 Layer III ends there below 32 kHz (ISO 13818-3, table of bit rates). Clients of Speechify ask for 192. */
const MOST_MPEG2_KBPS = 160;
const PCM_RATES = [8000, 16000, 22050, 24000, 44100, 48000];
const WAV_RATES = [24000, 48000];

const mp3 = (sampleRate: number, kbps: number): readonly [string, AudioFormat] => {
  const id = `mp3_${sampleRate}_${kbps}`;
  return [id, { id, codec: 'mp3', sampleRate, kbps }];
};

/** By the name that clients use, at the rate that there is. */
const mp3At192 = (sampleRate: number): readonly [string, AudioFormat] => {
  const id = `mp3_${sampleRate}_192`;
  return [id, { id, codec: 'mp3', sampleRate, kbps: MOST_MPEG2_KBPS }];
};

const lossless = (codec: Codec, sampleRate: number): readonly [string, AudioFormat] => {
  const id = `${codec}_${sampleRate}`;
  return [id, { id, codec, sampleRate }];
};

/** Every `output_format`, by the name that callers use. `alaw_8000` and `flac_24000` are our own. */
export const OUTPUT_FORMATS: ReadonlyMap<string, AudioFormat> = new Map([
  ...MP3_RATES.flatMap((rate) => MP3_KBPS.map((kbps) => mp3(rate, kbps))),
  ...MP3_RATES.map(mp3At192),
  ...WAV_RATES.map((rate) => lossless('wav', rate)),
  ['ogg_24000', { id: 'ogg_24000', codec: 'ogg', sampleRate: 24000, kbps: 48 }],
  ['aac_24000', { id: 'aac_24000', codec: 'aac', sampleRate: 24000, kbps: 64 }],
  ...PCM_RATES.map((rate) => lossless('pcm', rate)),
  lossless('flac', 24000),
  lossless('ulaw', 8000),
  lossless('alaw', 8000),
]);

const MP3_44100_KBPS = [32, 64, 96, 128, 192];
const MORE_RATES = [8000, 16000, 22050, 24000, 32000, 44100, 48000];

/** Formats that ElevenLabs' clients ask for, by their names. */
export const ELEVENLABS_FORMATS: ReadonlyMap<string, AudioFormat> = new Map([
  mp3(22050, 32),
  mp3(24000, 48),
  ...MP3_44100_KBPS.map((kbps) => mp3(44100, kbps)),
  ...MP3_44100_KBPS.map((kbps): readonly [string, AudioFormat] => [
    `opus_48000_${kbps}`,
    { id: `opus_48000_${kbps}`, codec: 'ogg', sampleRate: 48000, kbps },
  ]),
  ...MORE_RATES.map((rate) => lossless('pcm', rate)),
  ...MORE_RATES.map((rate) => lossless('wav', rate)),
  lossless('ulaw', 8000),
  lossless('alaw', 8000),
]);

const DEFAULTS: Readonly<Record<string, string>> = {
  mp3: 'mp3_24000_64',
  wav: 'wav_48000',
  ogg: 'ogg_24000',
  aac: 'aac_24000',
  flac: 'flac_24000',
  pcm: 'pcm_24000',
};

/** Values of `audio_format`. */
export const CONTAINERS = Object.keys(DEFAULTS);

/** The format of a container whose details the caller leaves open. */
export function defaultFormatOf(container: string): AudioFormat | undefined {
  const id = Object.hasOwn(DEFAULTS, container) ? DEFAULTS[container] : undefined;
  return id === undefined ? undefined : OUTPUT_FORMATS.get(id);
}

/** The media type of what is streamed (reference: raw samples are little-endian, whatever RFC 3551 says). */
export function mediaTypeOf({ codec, sampleRate }: AudioFormat): string {
  const types: Readonly<Record<Codec, string>> = {
    mp3: 'audio/mpeg',
    wav: 'audio/wav',
    ogg: 'audio/ogg',
    aac: 'audio/aac',
    flac: 'audio/flac',
    pcm: `audio/L16; rate=${sampleRate}; channels=1`,
    ulaw: 'audio/basic',
    alaw: 'audio/x-alaw-basic',
  };
  return types[codec];
}

const ACCEPTED: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/ogg': 'ogg',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'audio/pcm': 'pcm',
  'audio/l16': 'pcm',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
};

/** The first container of an `Accept` header (RFC 9110, 12.5.1) that is served, by weight; mp3 if none is named. */
export function acceptedFormat(accept: string | undefined): AudioFormat | undefined {
  const ranges = (accept ?? '').split(',').map((range, index) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return { type, weight: Number(weight), index };
  });
  ranges.sort((a, b) => b.weight - a.weight || a.index - b.index);
  const container = ranges.find(({ type, weight }) => weight > 0 && Object.hasOwn(ACCEPTED, type));
  return defaultFormatOf(container === undefined ? 'mp3' : (ACCEPTED[container.type] ?? 'mp3'));
}
