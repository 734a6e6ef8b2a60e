import { Module } from '@nestjs/common';
import { PostgresSymbols } from './postgres-symbols.js';
import { SymbolService } from './symbol-service.js';
import { SymbolRegister } from './symbols.js';
import { SymbolsResolver } from './symbols.resolver.js';

@Module({
  providers: [
    PostgresSymbols,
    SymbolService,
    SymbolsResolver,
    { provide: SymbolRegister, useExisting: PostgresSymbols },
  ],
  exports: [PostgresSymbols, SymbolRegister],
})
export class SymbolsModule {}
