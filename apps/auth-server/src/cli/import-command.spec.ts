import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { UserImport } from '../accounts/user-import.js';
import { importPeople } from './import-command.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('what an import prints', () => {
  it('commands no terminal, whatever the file calls things', async () => {
    const file = join(folder, 'users.json');
    const users = [
      { email: 'ada@example.org', app_metadata: { roles: ['staff\u001b[2J'] } },
      { email: 'bob@example.org', custom_password_hash: { algorithm: 'md5\u001b[2J' } },
    ];
    await writeFile(file, JSON.stringify(users));
    const run = () => Promise.resolve({ created: 1, refused: [] });
    const { text } = await importPeople(
      { run } as unknown as UserImport,
      { id: 'command-line' },
      {
        ...{ file, from: 'auth0', roles: [], hashConfig: undefined },
        ...{ isTrial: true, mailsLinks: false },
      },
    );

    expect(text.split('\n')).toEqual([
      'Row 2: Passwords hashed by md5 [2J cannot be imported.',
      'Role staff [2J (1 people) is left out: --role staff [2J=OURS maps it.',
      'Dry run: would import 1 of 2 people.',
    ]);
  });
});
