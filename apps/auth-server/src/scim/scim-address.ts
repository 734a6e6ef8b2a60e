import { Injectable } from '@nestjs/common';
import { Identity } from '../http/identity.js';

/** The address below which the resources are. */
@Injectable()
export class ScimAddress {
  readonly base: string;

  constructor({ issuer }: Identity) {
    this.base = `${issuer}/scim/v2`;
  }
}
