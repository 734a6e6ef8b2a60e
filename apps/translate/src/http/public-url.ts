import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { PublicUrlSettings } from './public-url.settings.js';

/** The address of this service as its callers see it. */
@Injectable()
export class PublicUrl {
  constructor(private readonly settings: PublicUrlSettings) {}

  of(request: Request): string {
    return this.settings.publicUrl ?? `${request.protocol}://${request.host}`;
  }
}
