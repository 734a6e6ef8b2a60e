import { Module } from '@nestjs/common';
import { ExplorerModule } from '../../explorer/explorer.module.js';
import { FlowFeed, LiveFlows } from './live-flows.js';
import { LiveResolver } from './live.resolver.js';
import { PostgresFlowFeed } from './postgres-flow-feed.js';

@Module({
  imports: [ExplorerModule],
  providers: [LiveFlows, LiveResolver, { provide: FlowFeed, useClass: PostgresFlowFeed }],
})
export class LiveFlowsModule {}
