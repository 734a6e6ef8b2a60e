import { Module } from '@nestjs/common';
import { PostgresHolders } from './postgres-holders.js';
import { HolderDesk, HolderIndex } from './token-holders.js';
import { TokenHoldersResolver } from './token-holders.resolver.js';

@Module({
  providers: [
    HolderDesk,
    TokenHoldersResolver,
    { provide: HolderIndex, useClass: PostgresHolders },
  ],
})
export class TokensModule {}
