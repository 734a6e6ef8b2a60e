import { Module } from '@nestjs/common';
import { PostgresScopes } from './postgres-scopes.js';
import { ScopeAdmin } from './scope-admin.js';
import { Scopes } from './scope.js';

@Module({
  providers: [ScopeAdmin, { provide: Scopes, useClass: PostgresScopes }],
  exports: [Scopes, ScopeAdmin],
})
export class ScopesModule {}
