import { Injectable } from '@nestjs/common';
import { Mailings } from '../mail/mailings.js';
import type { Creation } from '../notifications/creation/creation.js';
import type { Outlet } from '../notifications/creation/creator.js';
import { PushQueue } from '../push/push-queue.js';

/** Tells recipients by Web Push and by e-mail. */
@Injectable()
export class AllChannels implements Outlet {
  constructor(
    private readonly pushes: PushQueue,
    private readonly mails: Mailings,
  ) {}

  async add(creation: Creation): Promise<void> {
    await this.pushes.add(creation);
    await this.mails.add(creation);
  }
}
