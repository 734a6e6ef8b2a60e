import { Module } from '@nestjs/common';
import { PublicUrl } from './public-url.js';

@Module({ providers: [PublicUrl], exports: [PublicUrl] })
export class HttpModule {}
