import { Injectable } from '@nestjs/common';
import type { Actor } from '../audit/actor.js';
import { Journal } from '../audit/journal.js';
import { UpstreamEntries } from '../upstream/upstream-entries.js';
import type { UpstreamEntry } from '../upstream/upstream-file.js';

/** Providers that a file declares, with what was done about them in the audit log. */
@Injectable()
export class DeclaredUpstreams {
  constructor(
    private readonly entries: UpstreamEntries,
    private readonly journal: Journal,
  ) {}

  list(): Promise<readonly UpstreamEntry[]> {
    return this.entries.list();
  }

  async put(entry: UpstreamEntry, isNew: boolean, { id, ip }: Actor): Promise<void> {
    await this.entries.put(entry);
    const type = isNew ? 'upstream.created' : 'upstream.changed';
    await this.journal.record({ type, actor: id, subject: entry.id, ip });
  }

  async remove(name: string, { id, ip }: Actor): Promise<void> {
    await this.entries.remove(name);
    await this.journal.record({ type: 'upstream.deleted', actor: id, subject: name, ip });
  }
}
