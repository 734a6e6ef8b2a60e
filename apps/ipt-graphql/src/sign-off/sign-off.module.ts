import { Module } from '@nestjs/common';
import { SigningModule } from '../chain/keys/signing.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { SafesModule } from '../safes/safes.module.js';
import { Preparation } from './preparation.js';
import { PreparingResolver } from './preparing.resolver.js';
import { SignOffResolver } from './sign-off.resolver.js';
import { SignOff } from './sign-off.js';
import { SymbolsModule } from '../symbols/symbols.module.js';
import { TermsModule } from '../terms/terms.module.js';
import { WalletsModule } from '../wallets/wallets.module.js';

@Module({
  imports: [LedgerModule, SafesModule, SigningModule, SymbolsModule, TermsModule, WalletsModule],
  providers: [SignOff, Preparation, PreparingResolver, SignOffResolver],
})
export class SignOffModule {}
