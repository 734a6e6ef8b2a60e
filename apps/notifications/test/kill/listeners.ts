import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { workspaceRoot } from '@sextant/platform-testing';

export interface Credential {
  readonly name: string;
  readonly token: string;
}

/** What the sockets have seen so far. */
export interface Seen {
  readonly connected: number;
  /** Users with a signal at least. */
  readonly signalled: number;
  readonly signals: number;
}

/** A socket of each user, all in a process of their own. */
export class Listeners {
  readonly #child: ChildProcess = fork(
    join(workspaceRoot(), 'apps/notifications/test/kill/socket-crowd.mjs'),
  );

  open(url: string, credentials: readonly Credential[]): Promise<Seen> {
    return this.#ask({ command: 'open', url, credentials });
  }

  /** Resolves when all are connected (again). */
  connect(): Promise<Seen> {
    return this.#ask({ command: 'connect' });
  }

  /** Forgets what was seen. */
  clear(): Promise<Seen> {
    return this.#ask({ command: 'clear' });
  }

  look(): Promise<Seen> {
    return this.#ask({ command: 'look' });
  }

  close(): void {
    this.#child.kill();
  }

  async #ask(question: {
    readonly command: string;
    readonly [detail: string]: unknown;
  }): Promise<Seen> {
    this.#child.send(question);
    for (;;) {
      const [answer] = (await once(this.#child, 'message')) as [Seen & { command: string }];
      if (answer.command === question.command) return answer;
    }
  }
}
