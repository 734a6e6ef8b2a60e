import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';
import { Browser } from '../browser.js';
import { freePort, startAuth, type RunningAuth } from '../running-auth.js';
import { signInFor } from './sign-in-for.js';

const TOOL = join(workspaceRoot(), 'scripts/kubernetes/cluster-tool.mjs');
const UNAVAILABLE = 69;
const hasNginx = spawnSync('node', [TOOL, 'nginx', '-v']).status !== UNAVAILABLE;

/** As the README has it. */
const configuration = (ports: { nginx: number; auth: number; app: number }, folder: string) => `
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
    listen 127.0.0.1:${ports.nginx};
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
  let auth: RunningAuth;
  let app: Server;
  let nginx: ChildProcess;
  let folder: string;
  let origin: string;
  let seen: IncomingHttpHeaders[] = [];

  beforeAll(async () => {
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    auth = await startAuth({
      env: { FORWARD_HOSTS: `127.0.0.1:${port}`, TRUSTED_PROXIES: 'loopback' },
    });
    app = createServer((request, response) => {
      seen.push(request.headers);
      response.end(`page ${request.url ?? ''}`);
    }).listen(0, '127.0.0.1');
    await once(app, 'listening');
    folder = await mkdtemp(join(tmpdir(), 'forward-nginx-'));
    const ports = {
      ...{ nginx: port, auth: Number(new URL(auth.url).port) },
      app: (app.address() as AddressInfo).port,
    };
    await writeFile(join(folder, 'nginx.conf'), configuration(ports, folder));
    // With a group of its own, which ends with all that it has started.
    nginx = spawn('node', [TOOL, 'nginx', '-p', folder, '-c', join(folder, 'nginx.conf')], {
      ...{ detached: true, stdio: 'ignore' },
    });
    await until(() => fetch(origin, { redirect: 'manual' }).then(() => true));
  });
  afterAll(async () => {
    if (nginx.pid !== undefined && nginx.exitCode === null) {
      process.kill(-nginx.pid, 'SIGTERM');
      await once(nginx, 'exit');
    }
    app.close();
    await auth.close();
    await rm(folder, { recursive: true });
  });

  async function until(isTrue: () => Promise<boolean>): Promise<void> {
    for (;;) {
      if (nginx.exitCode !== null) throw new Error(`nginx has ended with ${nginx.exitCode}.`);
      if (await isTrue().catch(() => false)) return;
      await setTimeout(50);
    }
  }

  it('people sign in, of many groups too, and are named to the application, whatever they call themselves', async () => {
    await auth.database.query(
      `WITH many AS (
         INSERT INTO user_group (id, name, created_at, updated_at)
         SELECT gen_random_uuid(), repeat('Class ', 10) || number, now(), now()
         FROM generate_series(1, 200) AS number RETURNING id)
       INSERT INTO user_group_member (group_id, user_id)
       SELECT many.id, auth_user.id FROM many, auth_user WHERE username = 'grace'`,
    );
    const there = new Browser(origin);
    const pretending = { 'remote-user': 'ada', 'remote-roles': 'admin' };
    const first = await there.get('/page?a=b&c=d', pretending);
    const sent = await there.get(first.location ?? '');
    const back = await signInFor(new Browser(auth.url), new URL(sent.location ?? ''));
    expect(seen).toEqual([]);
    const arrived = await there.get(back.href);
    const page = await there.get(arrived.location ?? '', pretending);

    expect(first.status).toBe(302);
    expect(arrived.location).toBe(`${origin}/page?a=b&c=d`);
    expect(page.text).toBe('page /page?a=b&c=d');
    expect(seen).toEqual([
      expect.objectContaining({ 'remote-user': 'grace', 'remote-roles': 'teacher' }),
    ]);
  });

  it('nothing reaches the application without a sign-in', async () => {
    seen = [];
    const answer = await fetch(`${origin}/api`, {
      ...{ method: 'POST', redirect: 'manual', body: '{}' },
    });

    expect(answer.headers.get('location')).toMatch(/^\/\.sextant\/sign-in/);
    expect(seen).toEqual([]);
  });
});
