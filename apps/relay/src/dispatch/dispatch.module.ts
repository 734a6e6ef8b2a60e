import { Module } from '@nestjs/common';
import { Delivering } from '../delivery/delivering.js';
import { Replies } from '../delivery/replies.js';
import { Dispatcher } from './dispatcher.js';

@Module({
  providers: [Replies, Dispatcher, { provide: Delivering, useExisting: Dispatcher }],
  exports: [Replies, Dispatcher, Delivering],
})
export class DispatchModule {}
