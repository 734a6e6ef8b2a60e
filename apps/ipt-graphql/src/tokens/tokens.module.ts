import { Module } from '@nestjs/common';
import { PostgresHolders } from './postgres-holders.js';
import { HolderService, HolderIndex } from './token-holders.js';
import { TokenHoldersResolver } from './token-holders.resolver.js';

@Module({
  providers: [
    HolderService,
    TokenHoldersResolver,
    { provide: HolderIndex, useClass: PostgresHolders },
  ],
})
export class TokensModule {}
