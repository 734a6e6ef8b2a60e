import { Module } from '@nestjs/common';
import { PostgresFlows } from './postgres-flows.js';

@Module({
  providers: [PostgresFlows],
  exports: [PostgresFlows],
})
export class FlowsModule {}
