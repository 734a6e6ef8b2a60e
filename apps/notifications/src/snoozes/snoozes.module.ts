import { Module } from '@nestjs/common';
import { PushModule } from '../push/push.module.js';
import { Snoozes } from './snoozes.js';

@Module({
  imports: [PushModule],
  providers: [Snoozes],
})
export class SnoozesModule {}
