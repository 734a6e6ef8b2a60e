import type { Request } from 'express';

/** The address of this service as its callers see it. */
export class PublicUrl {
  /** @param configured without a path; the address that a request was sent to if absent */
  constructor(private readonly configured: string | undefined) {}

  of(request: Request): string {
    return this.configured ?? `${request.protocol}://${request.host}`;
  }
}
