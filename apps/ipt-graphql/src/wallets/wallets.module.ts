import { Module } from '@nestjs/common';
import { DevelopmentWallets } from './development-wallet.js';
import { WalletLinks } from './linked-wallets.js';
import { PostgresWalletLinks } from './postgres-wallet-links.js';
import { WalletService } from './wallet-service.js';
import { WalletController } from './wallet.controller.js';
import { WalletsResolver } from './wallets.resolver.js';

@Module({
  providers: [
    WalletService,
    DevelopmentWallets,
    WalletsResolver,
    { provide: WalletLinks, useClass: PostgresWalletLinks },
  ],
  controllers: [WalletController],
  exports: [WalletService],
})
export class WalletsModule {}
