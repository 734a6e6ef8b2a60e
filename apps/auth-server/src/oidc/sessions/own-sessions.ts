import { Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OwnSession, OwnSessions } from '../../accounts/pages/own-session.js';
import type { User } from '../../users/user.js';
import { standingUser } from '../engine/claims.js';
import { Engine } from '../engine/engine.js';

/** The engine's session of a browser, for the pages beside it. */
@Injectable()
export class EngineSessions implements OwnSessions {
  constructor(private readonly engine: Engine) {}

  async find(request: IncomingMessage, response: ServerResponse): Promise<OwnSession | undefined> {
    const { provider } = this.engine;
    const session = await provider.Session.get(provider.createContext(request, response));
    const { accountId, uid, acr, amr, loginTs: authTime } = session;
    return accountId === undefined ? undefined : { userId: accountId, uid, acr, amr, authTime };
  }

  userOf(userId: string): Promise<User | undefined> {
    return standingUser(this.engine.uses, userId);
  }
}
