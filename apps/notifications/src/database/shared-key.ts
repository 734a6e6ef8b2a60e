import { randomBytes } from 'node:crypto';
import type { OnModuleInit } from '@nestjs/common';
import type { SecretStore } from './secret-store.js';

const BYTES = 32;

/** A key that all replicas share: the first start makes it, and the database keeps it. */
export abstract class SharedKey implements OnModuleInit {
  #bytes: Buffer | undefined;

  constructor(
    private readonly secrets: SecretStore,
    private readonly name: string,
  ) {}

  async onModuleInit(): Promise<void> {
    const make = () => randomBytes(BYTES).toString('base64');
    this.#bytes = Buffer.from(await this.secrets.getOrMake(this.name, make), 'base64');
  }

  get bytes(): Buffer {
    if (this.#bytes === undefined) throw new Error(`The key ${this.name} is not loaded yet.`);
    return this.#bytes;
  }
}
