import { Module } from '@nestjs/common';
import { Logger } from '@sextant/platform-runtime/logging';
import { keySigner } from './signing-keys.js';
import { ChainSettings } from './chain.settings.js';
import { AuthorizationSigner } from '../../signing/authorization-signer.js';
import { KeySigner } from '../../signing/keystore-signer.js';
import { SigningSettings } from '../../signing/signing.settings.js';

@Module({
  providers: [
    { provide: KeySigner, inject: [ChainSettings, SigningSettings, Logger], useFactory: keySigner },
    { provide: AuthorizationSigner, useExisting: KeySigner },
  ],
  exports: [KeySigner, AuthorizationSigner],
})
export class SigningModule {}
