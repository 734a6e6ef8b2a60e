import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { ChatModule } from '../chat/chat.module.js';
import { DispatchModule } from '../dispatch/dispatch.module.js';
import { InputsModule } from '../inputs/inputs.module.js';
import { Deployment } from './deployment.js';
import { HangUp } from './hang-up.js';

@Module({
  imports: [AdmissionModule, ChatModule, DispatchModule, InputsModule],
  providers: [Deployment, HangUp],
  exports: [Deployment],
})
export class DeploymentModule {}
