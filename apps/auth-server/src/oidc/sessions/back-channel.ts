import { Injectable } from '@nestjs/common';
import type { Client } from 'oidc-provider';
import type { Participant, SignOutNotices } from '../../sessions/artifacts.js';
import { Engine } from '../engine/engine.js';

type NotifiedClient = Client & {
  readonly backchannelLogoutUri?: string;
  backchannelLogout(accountId: string, sid: string | undefined): Promise<void>;
};

/** Back-channel logout of sessions that end outside of the engine (the engine does its own). */
@Injectable()
export class BackChannel implements SignOutNotices {
  constructor(private readonly engine: Engine) {}

  async signedOut(accountId: string, participants: readonly Participant[]): Promise<void> {
    await Promise.all(participants.map((one) => this.#tell(accountId, one)));
  }

  async #tell(accountId: string, { clientId, sid }: Participant): Promise<void> {
    try {
      const client = (await this.engine.provider.Client.find(clientId)) as
        | NotifiedClient
        | undefined;
      if (client?.backchannelLogoutUri === undefined) return;
      await client.backchannelLogout(accountId, sid);
    } catch (error) {
      this.engine.uses.logger.warn('backchannel_logout.failed', { clientId, err: error });
    }
  }
}
