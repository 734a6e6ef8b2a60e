import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { forSetting } from '@sextant/platform-runtime/config';
import { readDirectories } from './directory-file.js';
import type { Directories } from './directory.js';
import { LdapDirectory } from './ldap-directory.js';
import { LdapSettings } from './ldap.settings.js';

/** The directories of the file that `LDAP_FILE` names. */
@Injectable()
export class LdapDirectories implements Directories {
  readonly all: readonly LdapDirectory[];

  constructor({ ldapFile }: LdapSettings, clock: Clock) {
    const entries =
      ldapFile === undefined ? [] : forSetting('LDAP_FILE', () => readDirectories(ldapFile));
    this.all = entries.map((entry) => new LdapDirectory(entry, clock));
  }
}
