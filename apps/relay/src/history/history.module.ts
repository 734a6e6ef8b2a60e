import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { AdministrationModule } from '../administration/administration.module.js';
import { IntakeModule } from '../intake/intake.module.js';
import { Archive } from './archive.js';
import { HistoryController } from './history.controller.js';
import { LiveFeed } from './live-feed.js';
import { LiveController } from './live.controller.js';
import { PrometheusGauges } from './prometheus-gauges.js';
import { Recorder } from './recorder.js';

@Module({
  imports: [AccessModule, AdministrationModule, IntakeModule],
  providers: [Archive, LiveFeed, PrometheusGauges, Recorder],
  controllers: [HistoryController, LiveController],
  exports: [Archive],
})
export class HistoryModule {}
