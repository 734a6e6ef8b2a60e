import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BehindProxy, hasProgram, type ProxyPlace } from './behind-proxy.js';

const hasNginx = hasProgram('nginx', '-v');

/** As the README has it. */
const configuration = ({ ports, folder }: ProxyPlace) => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  absolute_redirect off;
  server {
    listen 127.0.0.1:${ports.proxy};
    location / {
      auth_request /.sextant-check;
      auth_request_set $remote_user_name $upstream_http_remote_user;
      auth_request_set $remote_roles $upstream_http_remote_roles;
      error_page 401 = @sign_in;
      proxy_set_header Remote-User $remote_user_name;
      proxy_set_header Remote-Roles $remote_roles;
      proxy_pass http://127.0.0.1:${ports.app};
    }
    location @sign_in { return 302 /.sextant/sign-in?to=$request_uri; }
    location = /.sextant-check {
      internal;
      proxy_pass http://127.0.0.1:${ports.auth}/auth/forward?status=401;
      proxy_pass_request_body off;
      proxy_set_header Content-Length "";
      ${FORWARDED}
    }
    location /.sextant/ {
      rewrite ^ /auth/forward break;
      proxy_pass http://127.0.0.1:${ports.auth};
      proxy_pass_request_body off;
      proxy_set_header Content-Length "";
      ${FORWARDED}
    }
  }
}`;
const FORWARDED = `
      proxy_redirect off;
      proxy_buffer_size 32k;
      proxy_buffers 8 32k;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Forwarded-Host $http_host;
      proxy_set_header X-Forwarded-Uri $request_uri;
      proxy_set_header X-Forwarded-Method $request_method;
      proxy_set_header X-Forwarded-For $remote_addr;`;

(hasNginx ? describe : describe.skip)('behind a real nginx (needs Debian’s package)', () => {
  let behind: BehindProxy;
  beforeAll(async () => {
    behind = await BehindProxy.start({
      ...{ file: 'nginx.conf', configuration },
      command: ({ folder }) => ['nginx', '-p', folder, '-c', join(folder, 'nginx.conf')],
    });
  });
  afterAll(() => behind.close());

  it('people sign in, of many groups too, and are named to the application, whatever they call themselves', async () => {
    await behind.putGraceInManyGroups();
    const pretending = { 'remote-user': 'ada', 'remote-roles': 'admin' };
    const { first, before, arrived, page } = await behind.visit('/page?a=b&c=d', pretending);

    expect(before).toBe(0);
    expect(first.status).toBe(302);
    expect(arrived.location).toBe(`${behind.origin}/page?a=b&c=d`);
    expect(page.text).toBe('page /page?a=b&c=d');
    expect(behind.seen).toEqual([
      expect.objectContaining({ 'remote-user': 'grace', 'remote-roles': 'teacher' }),
    ]);
  });

  it('nothing reaches the application without a sign-in', async () => {
    const before = behind.seen.length;
    const answer = await fetch(`${behind.origin}/api`, {
      ...{ method: 'POST', redirect: 'manual', body: '{}' },
    });

    expect(answer.headers.get('location')).toMatch(/^\/\.sextant\/sign-in/);
    expect(behind.seen).toHaveLength(before);
  });
});
