import { Module } from '@nestjs/common';
import { PostgresFlows } from '../flows/postgres-flows.js';
import { Ledger } from './ledger.js';
import { PostgresLedger } from './postgres-ledger.js';
import { SymbolsModule } from '../symbols/symbols.module.js';

@Module({
  imports: [SymbolsModule],
  providers: [PostgresFlows, { provide: Ledger, useClass: PostgresLedger }],
  exports: [Ledger, PostgresFlows],
})
export class LedgerModule {}
