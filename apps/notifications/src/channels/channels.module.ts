import { Global, Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { Outlet } from '../notifications/creation/creator.js';
import { PushModule } from '../push/push.module.js';
import { AllChannels } from './all-channels.js';

/** Global, as notifications, which stand below, are told of by all channels. */
@Global()
@Module({
  imports: [PushModule, MailModule],
  providers: [{ provide: Outlet, useClass: AllChannels }],
  exports: [Outlet],
})
export class ChannelsModule {}
