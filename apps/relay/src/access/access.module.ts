import { Module } from '@nestjs/common';
import { AdminAccess, TokenVerifier } from './admin-access.js';
import { AuditLog, LoggedAudit } from './audit-log.js';
import { IssuerTokens } from './issuer-tokens.js';

@Module({
  providers: [
    AdminAccess,
    { provide: TokenVerifier, useClass: IssuerTokens },
    { provide: AuditLog, useClass: LoggedAudit },
  ],
  exports: [AdminAccess, AuditLog],
})
export class AccessModule {}
