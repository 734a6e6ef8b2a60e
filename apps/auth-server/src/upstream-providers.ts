import type { Provider as NestProvider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OpenidUpstream } from './upstream/openid-upstream.js';
import { PostgresUpstreamLinks } from './upstream/postgres-upstream-links.js';
import { readUpstreams } from './upstream/upstream-file.js';
import { issuerOf, type AuthServerConfig } from './config.js';
import { AccountNotices } from './mails/account-notices.js';
import { JOURNAL } from './audit/journal.js';
import { UPSTREAM_LINKS, Upstreams } from './upstream/upstreams.js';
import { UpstreamSignOut } from './upstream/upstream-sign-out.js';
import { UserAdmin } from './users/user-admin.js';
import { UserCreation } from './users/user-creation.js';
import { USERS } from './users/user.js';
import { named, one } from './provider-of.js';

/** Other providers at which people sign in. */
export function upstreamProviders(config: AuthServerConfig): NestProvider[] {
  const { upstreamsFile: file } = config;
  const entries = file === undefined ? [] : readUpstreams(file);
  const upstreams = entries.map((entry) => new OpenidUpstream(entry, issuerOf(config)));
  return [
    one(UPSTREAM_LINKS, [DataSource], (source: DataSource) => new PostgresUpstreamLinks(source)),
    named(
      Upstreams,
      {
        links: UPSTREAM_LINKS,
        users: USERS,
        creation: UserCreation,
        accountNotices: AccountNotices,
        journal: JOURNAL,
      },
      { upstreams },
    ),
    named(UpstreamSignOut, { links: UPSTREAM_LINKS, userAdmin: UserAdmin }, {}),
  ];
}
