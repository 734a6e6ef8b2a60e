import { Global, Module } from '@nestjs/common';
import { CursorKey } from './cursor-key.js';
import { InBand } from './in-band.js';
import { ListedOperations } from './listed-operations.js';

/** What all resolvers use: global. */
@Global()
@Module({
  providers: [InBand, CursorKey, ListedOperations],
  exports: [InBand, CursorKey, ListedOperations],
})
export class GraphqlModule {}
