import { describe, expect, it } from '@jest/globals';
import type { DirectoryEntry } from './directory.js';
import { DirectoryRoles } from './directory-roles.js';
import type { ScimSettings } from './scim.settings.js';
import { Provisioning, type DirectoryUser } from './provisioning.js';
import type { UserChange } from '../users/user.js';

const user = { id: 'a', email: 'a@b.example', name: 'A', givenName: null, familyName: null };
const entryOf = (isActive: boolean) =>
  ({
    isManaged: true,
    user: { ...user, isActive, isAdmin: false },
    userName: 'a',
    externalId: null,
  }) as never;

type Parts = ConstructorParameters<typeof Provisioning>;

describe('Provisioning', () => {
  it('leaves what a change does not name, although it has become something else meanwhile', async () => {
    const changes: UserChange[] = [];
    const directory = { find: () => Promise.resolve<DirectoryEntry>(entryOf(false)) };
    const userAdmin = {
      update: (_id: string, { password: _password, ...change }: Record<string, unknown>) => {
        changes.push(change);
        return Promise.resolve();
      },
    };
    const unused = undefined as never;
    const roles = new DirectoryRoles({ scimRoles: undefined } as unknown as ScimSettings);
    const provisioning = new Provisioning(
      ...([directory, unused, userAdmin, unused, unused, roles] as unknown as Parts),
    );
    const wanted = { ...user, userName: 'a', externalId: null, name: 'New', isActive: true };
    await provisioning.change(entryOf(true), wanted as unknown as DirectoryUser, { id: 'scim' });

    expect(changes).toEqual([{ name: 'New' }]);
  });
});
