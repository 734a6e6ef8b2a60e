import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:https';
import { pipeline } from 'node:stream';

import { addresses } from './addresses.mjs';

/** What FAPI 2.0 allows of TLS 1.2 (BCP 195); TLS 1.3 has no others. */
const CIPHERS = [
  ...['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES256-GCM-SHA384'],
  ...['TLS_AES_256_GCM_SHA384', 'TLS_AES_128_GCM_SHA256', 'TLS_CHACHA20_POLY1305_SHA256'],
].join(':');
const REGISTRATION = '/api/v1/oauth/register';

/** TLS proxies before the suite and before auth-server, each with a second one that asks for a client certificate. */
export async function startFronts({ credentials, suiteUrl, server }) {
  const toSuite = { to: suiteUrl, header: 'x-ssl-cert', write: onOneLine, more: tlsOf };
  const toServer = {
    to: addresses.server,
    header: 'ssl-client-cert',
    write: encodeURIComponent,
    // Clients that register themselves cannot waive PKCE, which the Dynamic plan does not send.
    before: (request, answer) =>
      request.method === 'POST' && request.url === REGISTRATION
        ? server.waivePkce(answer)
        : undefined,
  };
  const fronts = await Promise.all([
    startFront(addresses.suite, toSuite, credentials, false),
    startFront(addresses.suiteMtls, toSuite, credentials, true),
    startFront(addresses.issuer, toServer, credentials, false),
    startFront(addresses.issuerMtls, toServer, credentials, true),
  ]);
  return { close: () => Promise.all(fronts.map(stop)) };
}

async function startFront(address, target, { front: { cert, key } }, requestCert) {
  const { host, port } = new URL(address);
  const options = {
    ...{ cert, key, requestCert, rejectUnauthorized: false },
    ...{ minVersion: 'TLSv1.2', ciphers: CIPHERS, honorCipherOrder: true },
    maxHeaderSize: 65_536,
  };
  const front = createServer(options, (request, response) =>
    pass(request, response, { ...target, host }),
  );
  front.requestTimeout = 0; // The suite waits for a minute inside a request.
  front.listen(Number(port), '127.0.0.1');
  await once(front, 'listening');
  return front;
}

function pass(request, response, { to, host, header, write, more, before }) {
  const { [header]: _, ...headers } = request.headers;
  const pem = certificateOf(request.socket);
  const target = new URL(request.url, to);
  const sent = httpRequest(target, {
    method: request.method,
    headers: {
      ...headers,
      ...{ host, 'x-forwarded-host': host, 'x-forwarded-port': host.split(':')[1] },
      ...{ 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' },
      ...(pem === undefined ? {} : { [header]: write(pem) }),
      ...more?.(request.socket),
    },
  });
  sent.on('response', (answer) => {
    reply(request, response, answer, before).catch(() => response.destroy());
  });
  sent.on('error', (error) => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end(error.message);
  });
  pipeline(request, sent, () => undefined);
}

async function reply(request, response, answer, before) {
  const { statusCode, rawHeaders } = answer;
  // The suite's browser closes when its module ends.
  if (response.destroyed) {
    answer.destroy();
    return;
  }
  const hold = statusCode === 201 ? before?.(request, answer) : undefined;
  if (hold === undefined) {
    response.writeHead(statusCode, rawHeaders);
    pipeline(answer, response, () => undefined);
    return;
  }
  const body = await hold;
  response.writeHead(statusCode, rawHeaders).end(body);
}

function certificateOf(socket) {
  const { raw } = socket.getPeerCertificate();
  if (raw === undefined) return undefined;
  const lines = raw.toString('base64').match(/.{1,64}/g);
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

/** The suite judges how it was called back. */
const tlsOf = (socket) => ({
  'x-ssl-protocol': socket.getProtocol(),
  'x-ssl-cipher': socket.getCipher().name,
});

const onOneLine = (pem) => pem.trim().replaceAll('\n', ' ');

async function stop(front) {
  front.closeAllConnections();
  front.close();
  await once(front, 'close');
}
