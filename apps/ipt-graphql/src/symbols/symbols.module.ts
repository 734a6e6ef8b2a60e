import { Module } from '@nestjs/common';
import { PostgresSymbols } from './postgres-symbols.js';
import { SymbolDesk } from './symbol-desk.js';
import { SymbolRegister } from './symbols.js';
import { SymbolsResolver } from './symbols.resolver.js';

@Module({
  providers: [
    PostgresSymbols,
    SymbolDesk,
    SymbolsResolver,
    { provide: SymbolRegister, useExisting: PostgresSymbols },
  ],
  exports: [PostgresSymbols, SymbolRegister],
})
export class SymbolsModule {}
