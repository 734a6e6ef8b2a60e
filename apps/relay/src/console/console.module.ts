import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ChatModule } from '../chat/chat.module.js';
import { DeploymentModule } from '../deployment/deployment.module.js';
import { DispatchModule } from '../dispatch/dispatch.module.js';
import { HistoryModule } from '../history/history.module.js';
import { ConfiguredWorkbench } from './configured-workbench.js';
import { ConsoleController } from './console.controller.js';
import { Console } from './console.js';
import { Workbench } from './workbench.js';

@Module({
  imports: [AccessModule, ChatModule, DeploymentModule, DispatchModule, HistoryModule],
  providers: [Console, { provide: Workbench, useClass: ConfiguredWorkbench }],
  controllers: [ConsoleController],
})
export class ConsoleModule {}
