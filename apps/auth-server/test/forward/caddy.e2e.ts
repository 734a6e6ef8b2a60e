import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BehindProxy, hasProgram, type ProxyPlace } from './behind-proxy.js';

const hasCaddy = hasProgram('caddy', 'version');

/** As the README has it. */
const configuration = ({ ports, folder }: ProxyPlace) => `
{
  admin off
  auto_https off
  storage file_system ${folder}/storage
}
http://127.0.0.1:${ports.proxy} {
  route {
    request_header -Remote-*
    request_header -Remote_*
    forward_auth 127.0.0.1:${ports.auth} {
      uri /auth/forward
      copy_headers Remote-User Remote-Name Remote-Email Remote-Groups Remote-Roles
    }
    reverse_proxy 127.0.0.1:${ports.app}
  }
}
`;

(hasCaddy ? describe : describe.skip)('behind a real Caddy (needs Debian’s package)', () => {
  let behind: BehindProxy;
  beforeAll(async () => {
    behind = await BehindProxy.start({
      ...{ file: 'Caddyfile', configuration },
      command: ({ folder }) => [
        ...['caddy', 'run', '--adapter', 'caddyfile'],
        ...['--config', join(folder, 'Caddyfile')],
      ],
    });
  });
  afterAll(() => behind.close());

  it('people sign in, of many groups too, and are named to the application, whatever they call themselves', async () => {
    await behind.putGraceInManyGroups();
    const pretending = { 'remote-user': 'ada', 'remote-roles': 'admin', remote_user: 'ada' };
    const { first, before, arrived, page } = await behind.visit('/page?a=b&c=d', pretending);

    expect(before).toBe(0);
    expect(first.status).toBe(302);
    expect(arrived.location).toBe(`${behind.origin}/page?a=b&c=d`);
    expect(page.text).toBe('page /page?a=b&c=d');
    expect(behind.seen).toEqual([
      expect.objectContaining({ 'remote-user': 'grace', 'remote-roles': 'teacher' }),
    ]);
    expect(behind.seen[0]).not.toHaveProperty('remote_user');
  });

  it('names to the application nobody by what the service leaves empty', async () => {
    const { page } = await behind.visit('/', { 'remote-email': 'ada@example.org' });

    expect(page.text).toBe('page /');
    expect(behind.seen.at(-1)?.['remote-email']).not.toBe('ada@example.org');
  });

  it('nothing reaches the application without a sign-in', async () => {
    const before = behind.seen.length;
    const post = { method: 'POST', redirect: 'manual', body: '{}' } as const;
    const answer = await fetch(`${behind.origin}/api`, post);
    const named = await fetch(`${behind.origin}/api`, {
      ...post,
      headers: { 'Remote-User': 'ada' },
    });

    expect([answer.status, named.status]).toEqual([401, 401]);
    expect(behind.seen).toHaveLength(before);
  });
});
