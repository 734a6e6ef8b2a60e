import type { PushSubscription, PushDelivery } from './push.js';
import type { DeadLettersFilter } from '../delivery/dead-letter-store.js';

/** What is to be sent next: due, and nobody else's. */
export interface PushClaim {
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly limit: number;
  /** `host` or `host:port` of push services, and users, that have enough to do. */
  readonly exceptHosts: readonly string[];
  readonly exceptUsers: readonly string[];
}

export abstract class PushStore {
  /** An endpoint belongs to one user: who subscribes last. */
  abstract subscribe(subscription: PushSubscription): Promise<void>;
  abstract unsubscribe(endpoint: string, user: string): Promise<void>;
  /** The push service knows the endpoint no more. */
  abstract forget(endpoint: string): Promise<void>;
  abstract ofUsers(users: readonly string[]): Promise<readonly PushSubscription[]>;
  abstract queue(deliveries: readonly PushDelivery[]): Promise<void>;
  abstract claim(claim: PushClaim): Promise<readonly PushDelivery[]>;
  /** @param reason why it has to be tried again */
  abstract retry(id: string, attempts: number, at: Date, reason?: string): Promise<void>;
  /** Those that wait, the one that is due first at first. */
  abstract waiting(filter: PushesFilter): Promise<readonly WaitingPush[]>;
  /** Has it due at once. @returns whether it is there */
  abstract hasten(id: string, now: Date): Promise<boolean>;
  abstract finish(id: string): Promise<void>;
  abstract backlog(): Promise<PushBacklog>;
}

export interface PushesFilter extends DeadLettersFilter {
  readonly limit: number;
}

/** A message on its way, without what only the browser may know. */
export interface WaitingPush {
  readonly id: string;
  readonly user: string;
  readonly host: string;
  readonly attempts: number;
  readonly dueAt: Date;
  /** Of the last try; empty before the first. */
  readonly reason: string;
}

/** Messages that no push service has yet. */
export interface PushBacklog {
  readonly count: number;
  /** When the first of them was, or is, due. */
  readonly firstDueAt?: Date;
}
