import { WASI, type WASIOptions } from 'node:wasi';

type SystemCall = (...args: readonly (number | bigint)[]) => number;
type SystemCalls = Readonly<Record<string, SystemCall>>;

/** One that may run. */
interface Prepared {
  readonly instance: WebAssembly.Instance;
  readonly memory: WebAssembly.Memory;
}

/** An instance whose memory has grown beyond it is not kept. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * A command of WASI that runs again and again in one instance: before each run its memory is made that of a fresh one.
 * Making an instance takes ten times as long. Its only other state is the stack pointer, which is back when `_start`
 * returns: an instance that exits otherwise is not used again.
 */
export class WasiCommand {
  #prepared: Prepared | undefined;
  #fresh: Uint8Array | undefined;
  #calls: SystemCalls = {};
  /** Of all runs so far: those that did not return. */
  #exits = 0;

  constructor(private readonly module: WebAssembly.Module) {}

  /** @returns its exit code */
  run(options: Pick<WASIOptions, 'args' | 'preopens' | 'stdout' | 'stderr'>): number {
    const { instance, memory } = this.#prepared ?? this.#prepare();
    this.#prepared = undefined;
    const exits = this.#exits;
    const wasi = new WASI({ version: 'preview1', returnOnExit: true, ...options });
    this.#calls = wasi.wasiImport as SystemCalls;
    const code = wasi.start(instance);
    if (this.#exits === exits && memory.buffer.byteLength <= MOST_BYTES) {
      this.#renew(memory);
      this.#prepared = { instance, memory };
    }
    return code;
  }

  #prepare(): Prepared {
    const calls = WebAssembly.Module.imports(this.module).map(
      ({ name }) => [name, this.#call(name)] as const,
    );
    const imports = { wasi_snapshot_preview1: Object.fromEntries(calls) };
    const instance = new WebAssembly.Instance(this.module, imports);
    const memory = instance.exports['memory'];
    if (!(memory instanceof WebAssembly.Memory)) throw new Error('The command has no memory.');
    this.#fresh ??= new Uint8Array(memory.buffer).slice();
    return { instance, memory };
  }

  /** Those of the run in hand: the arguments, the files and the exit code are its own. */
  #call(name: string): SystemCall {
    return (...args) => {
      if (name === 'proc_exit') this.#exits += 1;
      return this.#calls[name]?.(...args) ?? 0;
    };
  }

  #renew({ buffer }: WebAssembly.Memory): void {
    const bytes = new Uint8Array(buffer);
    const fresh = this.#fresh ?? new Uint8Array(0);
    bytes.set(fresh);
    bytes.fill(0, fresh.length);
  }
}
