import { Module } from '@nestjs/common';
import { ClientAdmin } from './client-admin.js';
import { Clients } from './client.js';
import { PostgresClients } from './postgres-clients.js';
import { ScopesModule } from '../scopes/scopes.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';

@Module({
  imports: [ScopesModule, SessionsModule],
  providers: [ClientAdmin, { provide: Clients, useClass: PostgresClients }],
  exports: [Clients, ClientAdmin],
})
export class ClientsModule {}
