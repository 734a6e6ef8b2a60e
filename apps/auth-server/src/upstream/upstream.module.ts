import { PagesModule } from '../pages/pages.module.js';
import { Module } from '@nestjs/common';
import { ConfiguredUpstreams } from './configured-upstreams.js';
import { MailsModule } from '../mails/mails.module.js';
import { PostgresUpstreamEntries } from './postgres-upstream-entries.js';
import { PostgresUpstreamLinks } from './postgres-upstream-links.js';
import { UpstreamEntries } from './upstream-entries.js';
import { UpstreamSignOut } from './upstream-sign-out.js';
import { UpstreamController } from './upstream.controller.js';
import { UpstreamLinks, UpstreamProviders, Upstreams } from './upstreams.js';
import { UsersModule } from '../users/users.module.js';

@Module({
  imports: [MailsModule, UsersModule, PagesModule],
  providers: [
    Upstreams,
    UpstreamSignOut,
    { provide: UpstreamLinks, useClass: PostgresUpstreamLinks },
    { provide: UpstreamEntries, useClass: PostgresUpstreamEntries },
    { provide: UpstreamProviders, useClass: ConfiguredUpstreams },
  ],
  controllers: [UpstreamController],
  exports: [Upstreams, UpstreamLinks, UpstreamEntries],
})
export class UpstreamModule {}
