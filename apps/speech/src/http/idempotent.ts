import { Injectable } from '@nestjs/common';
import { problem, Problem } from '@sextant/platform-errors';
import { fingerprintOf, IDEMPOTENCY_ERRORS, type Idempotency } from '@sextant/platform-idempotency';
import type { Request, Response } from 'express';
import type { Caller } from '../domain/scopes.js';

const conflict = problem(
  'idempotency_conflict',
  409,
  'This Idempotency-Key was used with another request, or that request is not done yet.',
);

const CONFLICTS = [IDEMPOTENCY_ERRORS.mismatch().code, IDEMPOTENCY_ERRORS.inProgress().code];

export interface IdempotentCall {
  readonly caller: Caller;
  readonly request: Request;
  readonly response: Response;
  /** What makes two requests the same: JSON values. */
  readonly fingerprint: readonly unknown[];
}

/** `Idempotency-Key` on routes that create: for a day the same key gives the same outcome, and says so. */
@Injectable()
export class IdempotentCalls {
  constructor(private readonly idempotency: Idempotency) {}

  /**
   * @param work answers what names the outcome: it is stored
   * @throws {Problem} `idempotency_conflict`, `idempotency_key_malformed`
   */
  async run(
    { caller, request, response, fingerprint }: IdempotentCall,
    work: () => Promise<string>,
  ): Promise<string> {
    const key = request.get('idempotency-key');
    if (key === undefined) return work();
    const scope = `${caller.workspace} ${request.method} ${request.path}`;
    try {
      const { result, isReplay } = await this.idempotency.run(
        { scope, key, fingerprint: fingerprintOf(...fingerprint) },
        work,
      );
      if (isReplay) response.setHeader('Idempotent-Replayed', 'true');
      return result;
    } catch (error) {
      if (!(error instanceof Problem) || !CONFLICTS.includes(error.code)) throw error;
      throw conflict({ cause: error, headers: error.headers });
    }
  }
}
