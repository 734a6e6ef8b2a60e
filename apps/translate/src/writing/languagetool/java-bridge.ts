import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Finding } from '../findings.js';
import { startLimited, type RunningProgram } from '../../programs/limited-program.js';
import { classPath } from './languagetool-jars.js';

const BRIDGE = fileURLToPath(new URL('../../../languagetool/bridge.js', import.meta.url));

/** Of its heap, in MB: with half of it and all languages it does little but collect garbage. */
const HEAP = 1024;

/** Nobody listens there: whatever wants to reach the network is refused. */
const NOWHERE = ['http', 'https', 'socks'].flatMap((kind) => [
  `-D${kind === 'socks' ? 'socksProxy' : `${kind}.proxy`}Host=127.0.0.1`,
  `-D${kind === 'socks' ? 'socksProxy' : `${kind}.proxy`}Port=1`,
]);

const SETTINGS: readonly string[] = [
  ...[`-Xmx${HEAP}m`, '-XX:MaxMetaspaceSize=192m', '-XX:CompressedClassSpaceSize=64m'],
  ...['-XX:ReservedCodeCacheSize=96m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'],
  ...['-XX:+ExitOnOutOfMemoryError', '-XX:-UsePerfData', '-Dhttp.nonProxyHosts='],
];

interface Answer {
  readonly id: number;
  readonly matches?: readonly Finding[];
  readonly error?: string;
}

interface Waiting {
  readonly answered: (answer: Answer) => void;
  readonly failed: (error: Error) => void;
}

/** The checker has broken at a text, or took too long for it; it can be asked again. */
export class CheckerError extends Error {}

/** LanguageTool in a Java of its own, which is asked line by line; it lives until it ends or is ended. */
export class JavaBridge {
  readonly #program: RunningProgram;
  readonly #folder: string;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended: Promise<void>;
  #lastId = 0;
  isAlive = true;

  constructor(java: string, jars: string) {
    this.#folder = mkdtempSync(join(tmpdir(), 'sextant-languagetool-'));
    const shell = ['-cp', classPath(resolve(jars)), 'org.mozilla.javascript.tools.shell.Main'];
    const args = [...SETTINGS, ...NOWHERE, `-Djava.io.tmpdir=${this.#folder}`, ...shell, BRIDGE];
    const program = { program: java, args, folder: this.#folder };
    this.#program = startLimited(program, ['pipe', 'pipe']);
    const { child } = this.#program;
    // It has ended then, which is told below.
    child.stdin?.on('error', () => undefined);
    if (child.stdout !== null) {
      createInterface({ input: child.stdout }).on('line', (line) => this.#take(line));
    }
    this.#ended = once(child, 'close').then(
      () => this.#end(),
      () => this.#end(),
    );
  }

  /** @throws {CheckerError}; one that takes too long is ended */
  async check(
    ask: { readonly text: string; readonly language: string },
    deadlineMs: number,
  ): Promise<readonly Finding[]> {
    const id = (this.#lastId += 1);
    const timer = setTimeout(() => this.#program.end(), deadlineMs);
    try {
      const { matches, error } = await new Promise<Answer>((answered, failed) => {
        this.#waiting.set(id, { answered, failed });
        if (!this.isAlive) failed(new CheckerError('the checker has ended'));
        this.#program.child.stdin?.write(`${JSON.stringify({ ...ask, id })}\n`);
      });
      if (matches === undefined) throw new CheckerError(error ?? 'the checker gave no answer');
      return matches;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  async close(): Promise<void> {
    this.#program.end();
    await this.#ended;
  }

  #take(line: string): void {
    const answer = JSON.parse(line) as Answer;
    this.#waiting.get(answer.id)?.answered(answer);
  }

  #end(): void {
    this.isAlive = false;
    rmSync(this.#folder, { recursive: true, force: true });
    for (const { failed } of this.#waiting.values())
      failed(new CheckerError('the checker has ended'));
  }
}
