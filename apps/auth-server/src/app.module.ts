import { Module } from '@nestjs/common';
import { OutboxModule } from '@sextant/platform-events';
import { HealthModule } from '@sextant/platform-runtime/health';
import { PostgresModule, PostgresProbe } from '@sextant/platform-data/postgres';
import { RateLimiters, RateLimitModule } from '@sextant/platform-security/rate-limit';
import { AdminModule } from './admin/admin.module.js';
import { AuditModule } from './audit/audit.module.js';
import { DatabaseModule } from './database/database.module.js';
import { DeadlineLimits } from './database/deadline-limits.js';
import { healthBody } from './http/health-body.js';
import { DeclarationsModule } from './declarations/declarations.module.js';
import { ForwardModule } from './forward/forward.module.js';
import { HttpModule } from './http/http.module.js';
import { KeysModule } from './keys/keys.module.js';
import * as MIGRATIONS from './migrations.js';
import { OidcModule } from './oidc/oidc.module.js';
import { ScimModule } from './scim/scim.module.js';
import { ServicesModule } from './services/services.module.js';
import { SystemModule } from './system/system.module.js';
import { WorkersModule } from './system/workers.module.js';

/** Users, clients and keys, without what only the running service does: for the command line. */
@Module({
  imports: [
    PostgresModule.forRoot({ migrations: MIGRATIONS, limits: DeadlineLimits }),
    OutboxModule.forRoot(),
    RateLimitModule.forRoot(),
    HttpModule,
    DatabaseModule,
    AuditModule,
    KeysModule,
    OidcModule,
    DeclarationsModule,
    SystemModule,
  ],
})
export class CommandLineModule {}

/** The service: its features, from the ground up in `floors.json`. */
@Module({
  imports: [
    CommandLineModule,
    HealthModule.register({ probes: [PostgresProbe, RateLimiters], body: healthBody }),
    AdminModule,
    ForwardModule,
    ScimModule,
    ServicesModule,
    WorkersModule,
  ],
})
export class AppModule {}
