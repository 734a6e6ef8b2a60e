import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@sextant/platform-runtime/clock';
import type { DirectoryEntry } from '../../src/ldap/directory-file.js';
import { LdapDirectory } from '../../src/ldap/ldap-directory.js';
import { fakeDirectory, type FakeAnswer, type FakeEntry } from './fake-directory.js';

const GROUP = 'cn=teachers,dc=x';

const person = (name: string, more: FakeEntry): FakeAnswer => ({
  entries: [[`uid=${name},dc=x`, { entryUUID: [name], uid: [name], ...more }]],
});

async function withDirectory(
  find: (search: string) => FakeAnswer,
  work: (directory: LdapDirectory) => Promise<void>,
  more: Partial<DirectoryEntry> = {},
): Promise<void> {
  const server = await fakeDirectory(find);
  const entry = {
    ...{ id: 'odd', name: 'Odd', base_dn: 'dc=x', allow_plaintext: true, url: server.url },
    roles: { [GROUP]: ['teacher'] },
    ...more,
  };
  try {
    await work(new LdapDirectory(entry, systemClock));
  } finally {
    server.close();
  }
}

describe('a directory', () => {
  it('that loses groups of one person keeps nobody else out', async () => {
    const find = (search: string): FakeAnswer => {
      if (search.includes('memberOf;range=1-*')) return { entries: [] };
      return search.includes('ada')
        ? person('ada', { 'memberOf;range=0-0': [GROUP] })
        : person('grace', { memberOf: [GROUP] });
    };
    await withDirectory(find, async (directory) => {
      const tries = Array.from({ length: 20 }, () => directory.find('ada'));
      const ends = await Promise.allSettled(tries);

      expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']));
      expect(await directory.find('grace')).toMatchObject({ id: 'grace', roles: ['teacher'] });
    });
  });

  it('whose list of groups never ends is not asked without end', async () => {
    let asked = 0;
    const find = (search: string): FakeAnswer => {
      if (!search.includes('groupOfNames')) return person('ada', {});
      asked += 1;
      return { entries: [[GROUP, {}]], cookie: `page ${asked}` };
    };
    const groups = { base_dn: 'dc=x', filter: '(objectClass=groupOfNames)', member: 'member' };
    await withDirectory(
      find,
      async (directory) => {
        await expect(directory.find('ada')).rejects.toThrow('does not answer');
        expect(asked).toBe(21);
      },
      { groups },
    );
  });
});
