import { Injectable } from '@nestjs/common';
import { Spool, type Reply, type TargetWorker } from '../spool/spool.js';

/** Answers that are not on the disk yet, and those that are asked for most. */
const MAX_KEPT = 5000;

/** The answers of sinks that later messages refer to: the message that is edited on resolve. */
@Injectable()
export class Replies {
  readonly #recent = new Map<string, Reply>();

  constructor(private readonly spool: Spool) {}

  keep(reply: Reply): void {
    const name = nameOf(reply, reply.key);
    this.#recent.delete(name);
    this.#recent.set(name, reply);
    if (this.#recent.size <= MAX_KEPT) return;
    const [oldest] = this.#recent.keys();
    if (oldest !== undefined) this.#recent.delete(oldest);
  }

  async find(worker: TargetWorker, key: string): Promise<Reply | undefined> {
    return this.#recent.get(nameOf(worker, key)) ?? (await this.spool.reply(worker, key));
  }
}

const nameOf = ({ sink, target }: TargetWorker, key: string): string =>
  JSON.stringify([sink, target, key]);
