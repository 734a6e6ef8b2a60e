import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import type { SessionUse, SessionUses } from './session-uses.js';

/** Pages renew their tokens every few minutes: a use that tells nothing new is not written. */
const SAME_USE_MS = 300_000;
const MOST_REMEMBERED = 10_000;

@Injectable()
export class PostgresSessionUses implements SessionUses {
  readonly #noted = new LRUCache<string, string>({ max: MOST_REMEMBERED, ttl: SAME_USE_MS });

  constructor(private readonly source: DataSource) {}

  async note({ uid, device, ip, at }: SessionUse): Promise<void> {
    const place = `${device}\n${ip}`;
    if (this.#noted.get(uid) === place) return;
    await this.source.query(
      `INSERT INTO session_use (uid, device, ip, first_at, last_at) VALUES ($1, $2, $3, $4, $4)
       ON CONFLICT (uid) DO UPDATE SET device = excluded.device, ip = excluded.ip, last_at = excluded.last_at`,
      [uid, device, ip, at],
    );
    this.#noted.set(uid, place);
  }
}
