import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { DispatchModule } from '../dispatch/dispatch.module.js';
import { IntakeModule } from '../intake/intake.module.js';
import { AdminController } from './admin.controller.js';
import { Administration } from './administration.js';
import { SpoolProbe } from './spool.probe.js';

@Module({
  imports: [AccessModule, DispatchModule, IntakeModule],
  providers: [Administration, SpoolProbe],
  controllers: [AdminController],
  exports: [Administration, SpoolProbe],
})
export class AdministrationModule {}
