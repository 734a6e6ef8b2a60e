import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements.module.js';
import { KeyReleaseService, KeyReleases } from './key-release.js';
import { KeyReleaseResolver } from './key-release.resolver.js';
import { PostgresKeyReleases } from './postgres-key-releases.js';
import { ContentKeysModule } from '../../content/keys/content-keys.module.js';

@Module({
  imports: [AgreementsModule, ContentKeysModule],
  providers: [
    KeyReleaseService,
    KeyReleaseResolver,
    { provide: KeyReleases, useClass: PostgresKeyReleases },
  ],
})
export class KeyReleaseModule {}
