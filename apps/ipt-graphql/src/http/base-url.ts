import type { Request } from 'express';

/** The address of this service as its caller knows it. */
export const baseUrlOf = (request: Request, publicUrl: string | undefined): string =>
  publicUrl ?? `${request.protocol}://${request.get('host') ?? 'localhost'}`;
