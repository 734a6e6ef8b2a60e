import { Injectable } from '@nestjs/common';
import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import { fingerprintOf, Idempotency } from '@sextant/platform-data/idempotency';
import type { Caller } from '../../access/caller.js';
import { Composer, type Composed, type Message } from './composer.js';

/** What is kept under an idempotency key: the records follow from the creation. */
interface Kept {
  readonly id: string;
  readonly unknown: readonly string[];
}

/** `POST /api/notifications`, with or without an idempotency key. */
@Injectable()
export class Creations {
  constructor(
    private readonly composer: Composer,
    private readonly idempotency: Idempotency,
  ) {}

  /** Permission comes before the body, which `read` validates: who may not create learns nothing of it. */
  async create(caller: Caller, read: () => Message, key: string | undefined): Promise<Composed> {
    const permit = await this.composer.permit(caller);
    const message = read();
    if (key === undefined) return this.composer.send(permit, message);

    const fingerprint = fingerprintOf(caller.academyId, message);
    const scope = `${caller.user} POST /api/notifications`;
    let composed: Composed | undefined;
    const { result } = await this.idempotency.run<Kept>({ scope, key, fingerprint }, async () => {
      // The same creation, should this process die before the key's result is kept.
      const own = `request:${fingerprintOf(scope, key, fingerprint)}`;
      composed = await this.composer.send(permit, { ...message, key: own });
      return { id: composed.creation.id, unknown: composed.unknown };
    });
    return composed ?? this.#earlier(result);
  }

  async #earlier({ id, unknown }: Kept): Promise<Composed> {
    const creation = await this.composer.sent(id);
    // Creations are kept longer than keys.
    if (creation === undefined) throw HTTP_PROBLEMS.unavailable();
    return { creation, unknown };
  }
}
