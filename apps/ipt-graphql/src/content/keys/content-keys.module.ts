import { Module } from '@nestjs/common';
import { ConfiguredWrapper } from './configured-wrapper.js';
import { ContentKeyWrapping } from './content-keys.js';

@Module({
  providers: [{ provide: ContentKeyWrapping, useClass: ConfiguredWrapper }],
  exports: [ContentKeyWrapping],
})
export class ContentKeysModule {}
