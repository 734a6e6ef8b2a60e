import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { ImagesModule } from '../images/checks/images.module.js';
import { MetadataModule } from '../metadata/metadata.module.js';
import {
  MintingResolver,
  TermsResolver,
  TokenizingResolver,
  UploadsResolver,
} from './minting.resolver.js';
import { SignOffModule } from '../sign-off/sign-off.module.js';
import { TermsModule } from '../terms/terms.module.js';

@Module({
  imports: [AgreementsModule, ImagesModule, MetadataModule, SignOffModule, TermsModule],
  providers: [MintingResolver, UploadsResolver, TermsResolver, TokenizingResolver],
})
export class MintingModule {}
