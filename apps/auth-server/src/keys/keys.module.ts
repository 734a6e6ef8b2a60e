import { Global, Module } from '@nestjs/common';
import { AesSealer } from './aes-sealer.js';
import { PostgresSigningKeys } from './postgres-signing-keys.js';
import { Sealer } from './sealer.js';
import { SigningKeys } from './signing-keys.js';

/** What is sealed and signed with: global, for most features seal something. */
@Global()
@Module({
  providers: [
    { provide: Sealer, useClass: AesSealer },
    { provide: SigningKeys, useClass: PostgresSigningKeys },
  ],
  exports: [Sealer, SigningKeys],
})
export class KeysModule {}
