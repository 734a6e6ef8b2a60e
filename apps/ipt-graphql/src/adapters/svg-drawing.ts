import { fork } from 'node:child_process';
import { IPT_ERRORS } from '../domain/ipt-errors.js';
import type { SvgReply } from './svg-process.js';

/** Vector images of more bytes are pictures in disguise (our choice). */
const MAX_SVG_BYTES = 5 * 1024 * 1024;
/** From the start of the process; an ordinary image takes a tenth of it. */
const DEADLINE_MS = 5000;
const RUNNING = 2;
const WAITING = 32;
const HEAP_MIB = 256;

/** Of the build: Node runs it outside of the service, in tests too. */
const PROCESS_FILE = new URL('../../dist/adapters/svg-process.js', import.meta.url);

/**
 * Sanitizes and draws SVGs, each in a process of its own that can be killed: parsers and filters of what strangers
 * send may take for ever, and a thread inside of a native library cannot be stopped.
 */
export class SvgDrawing {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** @throws {Problem} `UNSUPPORTED_IMAGE_TYPE`; `METADATA_UPLOAD_FAILED` when too many wait */
  async check(bytes: Uint8Array): Promise<NonNullable<SvgReply['checked']>> {
    if (bytes.length > MAX_SVG_BYTES) {
      throw refused(`The SVG has ${bytes.length} bytes: at most ${MAX_SVG_BYTES} are taken.`);
    }
    await this.#turn();
    try {
      const { checked, refusal = 'The SVG cannot be read.' } = await draw(bytes);
      if (checked === undefined) throw refused(refusal);
      return checked;
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #turn(): Promise<void> {
    if (this.#running >= RUNNING) {
      if (this.#waiting.length >= WAITING) {
        throw IPT_ERRORS.metadataUploadFailed({
          message: 'Too many SVGs wait to be checked. Try again in some seconds.',
        });
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running += 1;
  }
}

const refused = (message: string) => IPT_ERRORS.unsupportedImageType({ message });

function draw(bytes: Uint8Array): Promise<SvgReply> {
  const child = fork(PROCESS_FILE, {
    execArgv: [`--max-old-space-size=${HEAP_MIB}`],
    // It needs nothing of the service, its secrets least of all.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise((resolve) => {
    const end = (reply: SvgReply): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve(reply);
    };
    const timer = setTimeout(
      () =>
        end({ refusal: `The SVG takes more than ${DEADLINE_MS / 1000} s to draw: simplify it.` }),
      DEADLINE_MS,
    );
    child.once('message', (reply: SvgReply) => end(reply));
    child.once('error', () => end({ refusal: 'The SVG could not be checked. Try again.' }));
    child.once('exit', () => end({ refusal: 'The SVG cannot be drawn: simplify it.' }));
    child.send(bytes, () => undefined); // a process that has ended says so by its exit
  });
}
