import { fork, type ChildProcess } from 'node:child_process';
import { builtFile } from '@sextant/platform-runtime/config';
import { IPT_ERRORS } from '../../errors/ipt-errors.js';
import { OwnerTurns } from './owner-turns.js';
import type { SvgReply } from './svg-process.js';

/** Vector images of more bytes are pictures in disguise (our choice). */
const MAX_SVG_BYTES = 5 * 1024 * 1024;
/** Time for the process to load its code, which says nothing about the image, however busy the machine is. */
const START_MS = 30_000;
/** From when its code is loaded; an ordinary image takes a hundredth of it. */
const DEADLINE_MS = 5000;
const RUNNING = 2;
const WAITING = 8;
const HEAP_MIB = 256;
const TOO_SLOW = `The SVG takes more than ${DEADLINE_MS / 1000} s to draw: simplify it.`;
const TOO_LARGE = 'The SVG needs more memory than 384 MiB to draw: simplify it.';

/** Of the build: Node runs it outside of the service, in tests too. */
const PROCESS_FILE = builtFile(import.meta.url, './svg-process.js');

/**
 * Sanitizes and draws SVGs, each in a process of its own that can be killed: parsers and filters of what strangers
 * send may take for ever, and a thread inside of a native library cannot be stopped.
 */
export class SvgDrawing {
  readonly #turns = new OwnerTurns({ running: RUNNING, waiting: WAITING, of: 'SVGs' });

  /**
   * @param owner of the image: the turns of owners take turns
   * @throws {Problem} `UNSUPPORTED_IMAGE_TYPE`; `METADATA_UPLOAD_FAILED` when too many of the owner wait
   */
  async check(bytes: Uint8Array, owner: string): Promise<NonNullable<SvgReply['checked']>> {
    if (bytes.length > MAX_SVG_BYTES) {
      throw refused(`The SVG has ${bytes.length} bytes: at most ${MAX_SVG_BYTES} are taken.`);
    }
    return await this.#turns.take(owner, async () => {
      const { checked, refusal = 'The SVG cannot be read.' } = await draw(bytes);
      if (checked === undefined) throw refused(refusal);
      return checked;
    });
  }
}

const refused = (message: string) => IPT_ERRORS.unsupportedImageType({ message });

const notChecked = (cause: unknown) =>
  IPT_ERRORS.metadataUploadFailed({ message: 'The SVG was not checked. Try again.', cause });

/** @throws {Problem} `METADATA_UPLOAD_FAILED` where the machine has no room for another process */
function begun(): ChildProcess {
  try {
    return fork(PROCESS_FILE, {
      execArgv: [`--max-old-space-size=${HEAP_MIB}`],
      // It needs nothing of the service, its secrets least of all. Fonts are looked for below HOME.
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
  } catch (error) {
    throw notChecked(error);
  }
}

async function draw(bytes: Uint8Array): Promise<SvgReply> {
  const child = begun();
  return await new Promise((resolve, reject) => {
    let timer = setTimeout(() => fail(new Error('The process did not load.')), START_MS);
    const end = (reply: SvgReply): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve(reply);
    };
    const fail = (cause: unknown): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(notChecked(cause));
    };
    child.on('message', (reply: SvgReply | 'loaded') => {
      if (reply !== 'loaded') {
        end(reply);
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(() => end({ refusal: TOO_SLOW }), DEADLINE_MS);
      // Not before: one that could not be started cannot be sent anything. One that has ended says so by its exit.
      child.send(bytes, () => undefined);
    });
    child.once('error', fail);
    // Killed, it needed too much; ended by itself, it could not begin, which is no fault of the image.
    // Not at its exit: what it said may still be on its way then.
    child.once('close', (code, signal) => {
      if (signal === null) fail(new Error(`The process that checks SVGs ended with ${code}.`));
      else end({ refusal: TOO_LARGE });
    });
  });
}
