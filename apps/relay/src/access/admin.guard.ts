import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { AdminAccess, type Administrator } from './admin-access.js';
import { AuditLog } from './audit-log.js';

const administrators = new WeakMap<Request, Administrator>();

/** Who the guard has let through. */
export const administratorOf = (request: Request): Administrator =>
  administrators.get(request) ?? { name: '' };

/** Lets administrators through; nobody else, and nobody at all where none are configured. */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(
    private readonly access: AdminAccess,
    private readonly log: AuditLog,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const administrator = await this.access.require(request.headers.authorization, request);
    administrators.set(request, administrator);
    const { method, path } = request;
    if (method !== 'GET') this.log.administered({ by: administrator.name, method, path });
    return true;
  }
}
