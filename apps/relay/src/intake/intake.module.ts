import { Module } from '@nestjs/common';
import { DispatchModule } from '../dispatch/dispatch.module.js';
import { Intake } from './intake.js';

@Module({ imports: [DispatchModule], providers: [Intake], exports: [Intake] })
export class IntakeModule {}
