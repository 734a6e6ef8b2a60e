import { Module } from '@nestjs/common';
import { GroupsModule } from '../groups/groups.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ForwardAccess } from './forward-access.js';
import { ForwardLimits } from './forward-limits.js';
import { ForwardTickets } from './forward-tickets.js';
import { ForwardStartController } from './forward-start.controller.js';
import { ForwardController } from './forward.controller.js';

/** Says to proxies who somebody is, for applications without a sign-in of their own. */
@Module({
  imports: [GroupsModule, PagesModule, SessionsModule],
  providers: [ForwardAccess, ForwardLimits, ForwardTickets],
  controllers: [ForwardController, ForwardStartController],
})
export class ForwardModule {}
