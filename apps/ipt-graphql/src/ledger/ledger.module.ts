import { Module } from '@nestjs/common';
import { FlowsModule } from '../flows/flows.module.js';
import { Ledger } from './ledger.js';
import { PostgresLedger } from './postgres-ledger.js';
import { SymbolsModule } from '../symbols/symbols.module.js';

@Module({
  imports: [FlowsModule, SymbolsModule],
  providers: [{ provide: Ledger, useClass: PostgresLedger }],
  exports: [Ledger],
})
export class LedgerModule {}
