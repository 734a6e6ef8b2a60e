import { kokoroVoice } from './kokoro-model.js';

const STYLE = 256;

/**
 * A voice with the inputs, outputs and metadata of KittenTTS as sherpa-onnx publishes it (kitten-nano-en-v0_2-fp16's
 * model.fp16.onnx): those of Kokoro, with one style for each speaker.
 */
export const kittenVoice = (speakers: number): Uint8Array =>
  kokoroVoice(speakers, 2, { model_type: 'kitten-tts', style_dim: `1,${STYLE}` });

/** `voices.bin`. The level is a tenth, two tenths and so on. */
export function kittenStyles(speakers: number): Uint8Array {
  const styles = new Float32Array(speakers * STYLE);
  for (let at = 0; at < speakers; at += 1) styles[at * STYLE] = (at + 1) / 10;
  return new Uint8Array(styles.buffer);
}
