import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bootstrapOf } from './bootstrap.mjs';
import { PLANS } from './plans.mjs';

const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBcDCCARegAwIBAgIULxtNgGJjgSHuIKf3y8a2HDMW1dAwCgYIKoZIzj0EAwIw
DjEMMAoGA1UEAwwDb25lMB4XDTI2MTEyODIyNTU0NFoXDTM2MTEyNTIyNTU0NFow
DjEMMAoGA1UEAwwDb25lMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEdAIV54FO
surBUNwdTRPG8KzL3B7mjCh8g+ZbgvnIIDyL0pMEE8UrIQ29cnCSYVldNeyASB65
pMouq+9YSdZSoKNTMFEwHQYDVR0OBBYEFLJxsWF9acVBrB/HrHo6Dcf8ym02MB8G
A1UdIwQYMBaAFLJxsWF9acVBrB/HrHo6Dcf8ym02MA8GA1UdEwEB/wQFMAMBAf8w
CgYIKoZIzj0EAwIDRwAwRAIgbuFGtv8PchJh/Uog66tptZwYCdQ3V1jeVjvliWmy
vNICIHVt74lnZ6oO8Ab3ZNrIL14rzw2Jadyidv2bMN4wXmlg
-----END CERTIFICATE-----
`;
const client = (kid) => ({
  mtls: { cert: CERTIFICATE, key: 'the key of the certificate' },
  key: { kty: 'RSA', n: 'n', e: 'AQAB', d: 'the private part', kid, alg: 'PS256', use: 'sig' },
});
const credentials = { clients: [client('one'), client('two')], secret: 'secret' };
const { clients, users } = bootstrapOf(credentials);
const MODULES = ['first', 'second'];
const configOf = (name) => PLANS[name].config({ credentials, modules: MODULES });
const withClients = Object.keys(PLANS).filter((name) => configOf(name).client !== undefined);

test('fifteen plans are known, all but Dynamic and Shared Signals with clients of their own', () => {
  assert.equal(Object.keys(PLANS).length, 15);
  assert.equal(withClients.length, 13);
});

for (const name of withClients) {
  test(`auth-server has both clients of ${name}, at the addresses that the suite uses`, () => {
    const { alias = `sextant-${name}`, client: one, client2: two } = configOf(name);
    for (const { client_id } of [one, two]) {
      const found = clients.find((each) => each.client_id === client_id);
      const { redirect_uris, metadata } = found;
      const { backchannel_client_notification_endpoint: ping = redirect_uris[0] } = metadata;
      if (ping !== undefined) assert.ok(ping.startsWith(`https://localhost:8443/test/a/${alias}/`));
    }
  });
}

test('no private key is in what auth-server gets', () => {
  assert.doesNotMatch(JSON.stringify(clients), /the private part|the key of the certificate/);
});

test('CIBA asks another person in each module, whom auth-server knows', () => {
  const { override } = configOf('ciba-poll');
  const asked = MODULES.map((name) => override[name].client.hint_value);

  assert.equal(new Set(asked).size, MODULES.length);
  for (const email of asked) assert.ok(users.some((one) => one.email === email && one.isVerified));
});
