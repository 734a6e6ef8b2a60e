import { Module } from '@nestjs/common';
import { DispatchModule } from '../dispatch/dispatch.module.js';
import { InputsModule } from '../inputs/inputs.module.js';
import { IntakeModule } from '../intake/intake.module.js';
import { KubernetesSource } from './kubernetes-source.js';
import { ReviewThread } from './review-thread.js';
import { ReviewsProbe } from './reviews.probe.js';

@Module({
  imports: [DispatchModule, InputsModule, IntakeModule],
  providers: [KubernetesSource, ReviewThread, ReviewsProbe],
  exports: [ReviewThread, ReviewsProbe],
})
export class AdmissionModule {}
