import { settingsOf, text } from '@sextant/platform-runtime/config';

/** Directories whose people may sign in with their passwords. */
export class LdapSettings extends settingsOf({
  ldapFile: text('LDAP_FILE', 'JSON file with LDAP directories whose people sign in here.', {
    example: '/run/secrets/ldap.json',
  }),
}) {}
