import { Module } from '@nestjs/common';
import { PreparedStatements } from '@sextant/platform-data/postgres';
import { ContentModule } from '../content/copies/content.module.js';
import {
  ConnectionsResolver,
  FlowConnectionResolver,
  IpnftConnectionResolver,
} from './connections.resolver.js';
import { Descriptions } from './descriptions.js';
import { ChainIndex, Explorer } from './explorer.js';
import { PostgresChainIndex } from './postgres-chain-index.js';
import { PostgresSearch } from './postgres-search.js';
import { IpnftResolver, ReadingResolver } from './reading.resolver.js';
import { Search, SearchIndex } from './search.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { SymbolsModule } from '../symbols/symbols.module.js';

@Module({
  imports: [ContentModule, LedgerModule, SymbolsModule],
  providers: [
    Explorer,
    Descriptions,
    Search,
    PreparedStatements,
    ReadingResolver,
    IpnftResolver,
    ConnectionsResolver,
    IpnftConnectionResolver,
    FlowConnectionResolver,
    { provide: ChainIndex, useClass: PostgresChainIndex },
    { provide: SearchIndex, useClass: PostgresSearch },
  ],
  exports: [Explorer, Search, ChainIndex],
})
export class ExplorerModule {}
