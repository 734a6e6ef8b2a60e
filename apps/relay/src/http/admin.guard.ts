import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { AdminAccess } from '../domain/admin-access.js';

/** Lets administrators through; nobody else, and nobody at all where none are configured. */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(@Inject(AdminAccess) private readonly access: AdminAccess) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { headers } = context.switchToHttp().getRequest<Request>();
    await this.access.require(headers.authorization);
    return true;
  }
}
