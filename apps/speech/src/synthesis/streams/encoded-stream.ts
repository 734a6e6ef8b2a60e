import type { SpeechPart, Synthesis } from '../synthesizer.js';
import type { WordMark } from '../marks/speech-marks.js';
import type { AudioEncoder, AudioEncoders } from '../../audio/audio-encoder.js';
import type { AudioFormat } from '../../audio/audio-format.js';
import { finaliser, type Finaliser, type MakeFinaliser } from '../../audio/finaliser.js';
import { joined } from '../../audio/joined.js';
import { withInfoFrame } from '../../audio/mp3-info-frame.js';
import { resampled } from '../../audio/resampled.js';
import { Resampler } from '../../audio/resampler.js';
import { chunks, othersTurn } from '../../scheduling/turns.js';

/** Encoded bytes, and the marks that became certain meanwhile; either may be empty. */
export interface EncodedPart {
  readonly bytes: Uint8Array;
  readonly marks: readonly WordMark[];
}

/** What is asked of an encoding. */
export interface EncodingOptions {
  readonly format: AudioFormat;
  /** Factor that brings the speech to the target loudness; absent: as it is. */
  readonly gain?: number | undefined;
}

/** Speech that was made to its end. */
export interface FinishedSpeech {
  readonly pcm: Int16Array;
  readonly sampleRate: number;
  /** Whose turn it is. */
  readonly workspace: string;
  /** Ends the encoding. */
  readonly signal: AbortSignal;
}

/**
 * The way of all speech to its listeners, whatever the route: through the finaliser, last, and then the encoder. The mark of
 * cloned voices is in it before (`synthesizer.ts`): of several voices in one recording each has its own.
 */
export class SpeechEncoding {
  constructor(
    private readonly encoders: AudioEncoders,
    private readonly makeFinaliser: MakeFinaliser = finaliser,
  ) {}

  /** Encodes speech as it is made. The reader's pace is the encoder's. */
  async *stream(
    synthesis: Synthesis,
    { format, gain }: EncodingOptions,
  ): AsyncGenerator<EncodedPart> {
    const { sampleRate, workspace } = synthesis;
    const last = this.makeFinaliser({ format, gain });
    const encoder = await this.encoders.create({ format });
    const encode = finishing(encoder, last, { from: sampleRate, to: format.sampleRate });
    try {
      for await (const { pcm, marks } of synthesis.parts()) {
        const [first = new Int16Array(0), ...others] = chunks(pcm, sampleRate);
        yield { bytes: await encode.push(first), marks };
        for (const chunk of others) {
          await othersTurn(workspace);
          yield { bytes: await encode.push(chunk), marks: [] };
        }
        await othersTurn(workspace);
      }
      yield { bytes: await encode.end(), marks: [] };
    } finally {
      encoder.close();
    }
  }

  /** Encodes finished speech as one file, with headers that tell its length. */
  async whole(speech: FinishedSpeech, { format, gain }: EncodingOptions): Promise<Uint8Array> {
    const { signal, workspace } = speech;
    const samples = await resampled(speech, format.sampleRate);
    const last = this.makeFinaliser({ format, gain });
    const encoder = await this.encoders.create({ format, totalSamples: samples.length });
    try {
      const parts: Uint8Array[] = [];
      for (const chunk of chunks(samples, format.sampleRate)) {
        signal.throwIfAborted();
        parts.push(await encoder.encode(last.push(chunk)));
        await othersTurn(workspace);
      }
      parts.push(await encoder.encode(last.end()), await encoder.finish());
      signal.throwIfAborted();
      const file = Buffer.concat(parts);
      return format.codec === 'mp3' ? withInfoFrame(file, samples.length) : file;
    } finally {
      encoder.close();
    }
  }
}

/** The way of samples of another rate: resampled, finished, encoded. */
function finishing(
  encoder: AudioEncoder,
  last: Finaliser,
  { from, to }: { readonly from: number; readonly to: number },
) {
  const resampler = from === to ? undefined : new Resampler(from, to);
  const push = async (pcm: Int16Array): Promise<Uint8Array> =>
    await encoder.encode(last.push(resampler?.push(pcm) ?? pcm));
  const end = async (): Promise<Uint8Array> => {
    const tail = joined([last.push(resampler?.end() ?? new Int16Array(0)), last.end()]);
    return Buffer.concat([await encoder.encode(tail), await encoder.finish()]);
  };
  return { push, end };
}

/** All samples of a synthesis; `onPart` sees each part as it comes. Others are served in between. */
export async function collected(
  synthesis: Synthesis,
  onPart: (part: SpeechPart) => void = () => undefined,
): Promise<Int16Array> {
  const pcm: Int16Array[] = [];
  for await (const part of synthesis.parts()) {
    pcm.push(part.pcm);
    onPart(part);
    await othersTurn(synthesis.workspace);
  }
  return joined(pcm);
}
