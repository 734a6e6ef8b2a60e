import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** How the precisions of published models are named, what is smallest and fastest on a processor first. */
const PRECISIONS = ['_quantized', '_int8', '_uint8', '', '_fp16'] as const;

const PARTS = ['encoder_model', 'decoder_model_merged'] as const;

/** The first precision of which both parts are there. @throws {Error} naming what is missing */
export function precisionIn(folder: string): string {
  const isThere = (suffix: string) =>
    PARTS.every((part) => existsSync(join(folder, 'onnx', `${part}${suffix}.onnx`)));
  const found = PRECISIONS.find(isThere);
  if (found !== undefined) return found;
  throw new Error(`there is no onnx/${PARTS.join('.onnx with onnx/')}.onnx of one precision`);
}
