import { Injectable } from '@nestjs/common';
import { type Upstream, UpstreamLinks } from './upstreams.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { UserAdmin } from '../users/user-admin.js';

/** Ends here what has ended at another provider. */
@Injectable()
export class UpstreamSignOut {
  constructor(
    private readonly links: UpstreamLinks,
    private readonly userAdmin: UserAdmin,
    private readonly unit: UnitOfWork,
  ) {}

  /**
   * The provider has signed somebody out: here all sessions and tokens of that person end.
   *
   * @throws {Error} for what the provider has not said, or has said before
   */
  async take(upstream: Upstream, token: string, ip: string | undefined): Promise<void> {
    const { links, userAdmin } = this;
    const { subject, sid, jti } = await upstream.readLogout(token);
    if (await links.isUsed(upstream.id, jti)) throw new Error('The token was used before.');
    const userId =
      (sid === undefined ? undefined : await links.userOfSession(upstream.id, sid)) ??
      (subject === undefined ? undefined : await links.userOf(upstream, subject));
    // Spent with its work: a provider whose message failed sends it again.
    await this.unit.run(async () => {
      if (userId !== undefined) {
        await userAdmin.signOutEverywhere(userId, { id: `upstream:${upstream.id}`, ip });
      }
      await links.use(upstream.id, jti);
    });
  }
}
