import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailTransport, OutgoingMail } from './mail-transport.js';
import { messageOf } from './smtp-transport.js';

/** The folder's newest mails that are shown. */
const MOST_SHOWN = 100;

/** A mailbox for development: two files for each mail, one for mail programs and one for the page. */
export class FolderTransport implements MailTransport {
  constructor(
    private readonly folder: string,
    private readonly from: string,
  ) {}

  async send(mail: OutgoingMail): Promise<void> {
    const { createTransport } = await import('nodemailer');
    const composer = createTransport({ streamTransport: true, buffer: true });
    const { message } = await composer.sendMail(messageOf(mail, this.from));
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const name = `${mail.date.toISOString().replaceAll(':', '-')}-${mail.id}`;
    await this.#write(`${name}.eml`, message as Buffer);
    await this.#write(`${name}.json`, JSON.stringify(mail, null, 2));
  }

  /** Newest first. */
  async list(): Promise<readonly OutgoingMail[]> {
    const names = await readdir(this.folder).catch(() => []); // nothing was sent yet
    const newest = names
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .toReversed()
      .slice(0, MOST_SHOWN);
    return Promise.all(
      newest.map(async (name) => {
        const mail = JSON.parse(await readFile(join(this.folder, name), 'utf8')) as OutgoingMail;
        return { ...mail, date: new Date(mail.date) };
      }),
    );
  }

  /** Whole or not at all, for whoever looks into the folder meanwhile. */
  async #write(name: string, content: string | Buffer): Promise<void> {
    const part = join(this.folder, `.${randomUUID()}`);
    await writeFile(part, content, { mode: 0o600 });
    await rename(part, join(this.folder, name));
  }
}
