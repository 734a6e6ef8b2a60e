import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements.module.js';
import { KeyReleaseService, KeyReleases } from './key-release.js';
import { KeyReleaseResolver } from './key-release.resolver.js';
import { PostgresKeyReleases } from './postgres-key-releases.js';

@Module({
  imports: [AgreementsModule],
  providers: [
    KeyReleaseService,
    KeyReleaseResolver,
    { provide: KeyReleases, useClass: PostgresKeyReleases },
  ],
})
export class KeyReleaseModule {}
