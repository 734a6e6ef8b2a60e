import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Identity } from './identity.js';
import { StorableTextGuard } from './storable-text.guard.js';

/** Who this server is, and what no request may contain: global, for every feature stands on it. */
@Global()
@Module({
  providers: [Identity, { provide: APP_GUARD, useClass: StorableTextGuard }],
  exports: [Identity],
})
export class HttpModule {}
