import { Injectable } from '@nestjs/common';
import { problem, Problem } from '@sextant/platform-http/errors';
import { fingerprintOf, IDEMPOTENCY_ERRORS, Idempotency } from '@sextant/platform-data/idempotency';
import type { Request, Response } from 'express';
import type { Caller } from '../access/scopes.js';

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
  /** Codes of refusals that are outcomes: sent again, the request could not end otherwise. */
  readonly finalCodes?: readonly string[];
}

/** What is stored under a key: what names the outcome, or how it was refused for good. */
type Outcome = string | { readonly refused: Refusal };
type Refusal = Pick<Problem, 'code' | 'status' | 'message' | 'details'>;

/**
 * `Idempotency-Key` on routes that create: for a day a retry gets "the result of the previously completed operation,
 * success or an error" (draft-ietf-httpapi-idempotency-key-header-07, 2.6), and is told so. Refusals before anything
 * was done, such as those of validation, leave the key free.
 */
@Injectable()
export class IdempotentCalls {
  constructor(private readonly idempotency: Idempotency) {}

  /**
   * @param work answers what names the outcome: it is stored
   * @throws {Problem} `idempotency_conflict`, `idempotency_key_malformed`
   */
  async run(
    { caller, request, response, fingerprint, finalCodes = [] }: IdempotentCall,
    work: () => Promise<string>,
  ): Promise<string> {
    const key = request.get('idempotency-key');
    if (key === undefined) return work();
    const scope = `${caller.workspace} ${request.method} ${request.path}`;
    try {
      const { result, isReplay } = await this.idempotency.run(
        { scope, key, fingerprint: fingerprintOf(...fingerprint) },
        () => outcomeOf(work, finalCodes),
      );
      if (isReplay) response.setHeader('Idempotent-Replayed', 'true');
      return named(result);
    } catch (error) {
      if (!(error instanceof Problem) || !CONFLICTS.includes(error.code)) throw error;
      throw conflict({ cause: error, headers: error.headers });
    }
  }
}

async function outcomeOf(
  work: () => Promise<string>,
  finalCodes: readonly string[],
): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || !finalCodes.includes(error.code)) throw error;
    const { code, status, message, details } = error;
    return { refused: { code, status, message, details } };
  }
}

function named(outcome: Outcome): string {
  if (typeof outcome === 'string') return outcome;
  const { code, status, message, details } = outcome.refused;
  throw new Problem(code, status, message, { details });
}
