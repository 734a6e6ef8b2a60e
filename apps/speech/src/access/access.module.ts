import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiKeys } from '@sextant/platform-security/api-keys';
import { AuthController } from './auth.controller.js';
import { ScopeGuard } from './caller.js';
import { FirstKeys } from './first-keys.js';
import { Gates } from './gates.js';
import { KeysController } from './keys.controller.js';
import { PostgresKeys } from './postgres-keys.js';
import { WorkspaceKeys } from './workspace-keys.js';

@Module({
  providers: [
    FirstKeys,
    Gates,
    WorkspaceKeys,
    { provide: ApiKeys, useClass: PostgresKeys },
    { provide: APP_GUARD, useClass: ScopeGuard },
  ],
  controllers: [KeysController, AuthController],
  exports: [Gates],
})
export class AccessModule {}
