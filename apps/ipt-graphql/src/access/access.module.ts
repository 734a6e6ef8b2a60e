import { Global, Module } from '@nestjs/common';
import { ApiKeys } from '@sextant/platform-security/api-keys';
import { RequireCaller } from './access.js';
import { ConfiguredAccess } from './configured-access.js';
import { FirstKey } from './first-key.js';
import { ApiKeyAdministration } from './api-key-administration.js';
import { KeysController } from './keys.controller.js';
import { PostgresTenantKeys } from './postgres-tenant-keys.js';

/** Who is let in: global, for every feature asks it. */
@Global()
@Module({
  providers: [
    ApiKeyAdministration,
    FirstKey,
    { provide: ApiKeys, useClass: PostgresTenantKeys },
    { provide: RequireCaller, useClass: ConfiguredAccess },
  ],
  controllers: [KeysController],
  exports: [ApiKeys, RequireCaller],
})
export class AccessModule {}
