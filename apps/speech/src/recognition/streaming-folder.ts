import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A model that listens as a stream, as sherpa-onnx wants it to be named. */
export interface StreamingConfig {
  readonly model: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  /** NeMo's frames are twice as long as the library takes them for: times of its words would be wrong. */
  readonly tellsTimes: boolean;
}

/** Recognised by its files, as sherpa-onnx's own releases name them. @throws {Error} for a folder without such a model */
export function streamingConfig(folder: string): StreamingConfig {
  const files = readdirSync(folder);
  const file = (pattern: RegExp): string | undefined => {
    // The smaller, quantised variant where both are there.
    const [found] = files
      .filter((name) => pattern.test(name))
      .toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
    return found === undefined ? undefined : join(folder, found);
  };
  const tokens = file(/tokens\.txt$/);
  const model = modelIn(file, /nemo/i.test(basename(folder)));
  if (tokens === undefined || model === undefined) {
    throw new Error(
      `There is no streaming recogniser in ${folder}: a transducer, Paraformer, Zipformer CTC or NeMo CTC.`,
    );
  }
  return { model: { tokens, ...model }, tellsTimes: !('nemoCtc' in model) };
}

function modelIn(
  file: (pattern: RegExp) => string | undefined,
  isNemo: boolean,
): Readonly<Record<string, Readonly<Record<string, string>>>> | undefined {
  const encoder = file(/encoder.*\.onnx$/);
  const decoder = file(/decoder.*\.onnx$/);
  const joiner = file(/joiner.*\.onnx$/);
  if (encoder !== undefined && decoder !== undefined) {
    return joiner === undefined
      ? { paraformer: { encoder, decoder } }
      : { transducer: { encoder, decoder, joiner } };
  }
  const model = file(/^(?!silero).*\.onnx$/);
  if (model === undefined) return undefined;
  return isNemo ? { nemoCtc: { model } } : { zipformer2Ctc: { model } };
}
