import { Module } from '@nestjs/common';
import { FactorStore } from './factor-store.js';
import { Passkeys, WebAuthn } from './passkeys.js';
import { PostgresFactors } from './postgres-factors.js';
import { SecondFactors } from './second-factors.js';
import { SimpleWebAuthn } from './simple-webauthn.js';
import { MailsModule } from '../mails/mails.module.js';
import { UsersModule } from '../users/users.module.js';

@Module({
  imports: [MailsModule, UsersModule],
  providers: [
    SecondFactors,
    Passkeys,
    { provide: FactorStore, useClass: PostgresFactors },
    { provide: WebAuthn, useClass: SimpleWebAuthn },
  ],
  exports: [SecondFactors, Passkeys],
})
export class FactorsModule {}
