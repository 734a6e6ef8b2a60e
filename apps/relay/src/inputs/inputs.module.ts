import { Module } from '@nestjs/common';
import { HeartbeatsModule } from '../heartbeats/heartbeats.module.js';
import { IntakeModule } from '../intake/intake.module.js';
import { HttpsListener } from './https-listener.js';
import { Reception } from './reception.js';

@Module({
  imports: [HeartbeatsModule, IntakeModule],
  providers: [Reception, HttpsListener],
  exports: [Reception],
})
export class InputsModule {}
