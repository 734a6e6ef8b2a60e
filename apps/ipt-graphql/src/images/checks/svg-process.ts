/** The process that sanitizes and draws one SVG: its parent ends it when that takes too long. */
import { Problem } from '@sextant/platform-http/errors';
// Loaded before the time of the image begins.
import 'sharp';
import { decodeImage } from './image-decoding.js';
import { sanitizeSvg } from './svg.js';

export interface SvgReply {
  readonly checked?: {
    readonly bytes: Uint8Array;
    readonly width: number;
    readonly height: number;
    readonly warnings: readonly string[];
  };
  /** Why the image is refused. */
  readonly refusal?: string;
}

async function check(given: Uint8Array): Promise<SvgReply> {
  try {
    const { bytes, warnings } = sanitizeSvg(given);
    const { width, height } = await decodeImage(bytes, 'image/svg+xml');
    return { checked: { bytes, width, height, warnings } };
  } catch (error) {
    if (error instanceof Problem) return { refusal: error.message };
    throw error;
  }
}

/** Most take 70 MiB. Long texts would take gigabytes, outside of what V8 bounds. */
const MAX_RESIDENT_BYTES = 384 * 1024 * 1024;
const LOOK_MS = 50;

setInterval(() => {
  if (process.memoryUsage.rss() > MAX_RESIDENT_BYTES) process.kill(process.pid, 'SIGKILL');
}, LOOK_MS).unref();

// Without its parent nobody ends it.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));

process.send?.('loaded');
process.once('message', (given: Uint8Array) => {
  void check(given).then((reply) => process.send?.(reply, () => process.exit(0)));
});
