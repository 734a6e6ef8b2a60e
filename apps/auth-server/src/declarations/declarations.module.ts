import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { ScopesModule } from '../scopes/scopes.module.js';
import { UpstreamModule } from '../upstream/upstream.module.js';
import { Declarations } from './declarations.js';
import { DeclaredUpstreams } from './declared-upstreams.js';
import { DeclaredThings } from './declared-things.js';
import { PostgresDeclaredThings } from './postgres-declared-things.js';
import { Removals } from './removals.js';

/** What the operator declares in a file. */
@Module({
  imports: [ClientsModule, GroupsModule, ScopesModule, UpstreamModule],
  providers: [
    Declarations,
    DeclaredUpstreams,
    Removals,
    { provide: DeclaredThings, useClass: PostgresDeclaredThings },
  ],
  exports: [Declarations],
})
export class DeclarationsModule {}
