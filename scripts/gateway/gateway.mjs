import { randomBytes } from 'node:crypto';
import { createServer, STATUS_CODES } from 'node:http';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { createProxyServer } from 'httpxy';

import { developmentRoutes } from './gateway-development.mjs';
import { renderNotFound, renderPage } from './gateway-page.mjs';
import { findService, readIngressRoutes } from './gateway-routes.mjs';
import { answeredRequests, createUpstreamAgent, upgradedRequests } from './gateway-upstream.mjs';
import { say } from '../lib/progress.mjs';
import { parsePort, servicePorts, services } from '../lib/project.mjs';

/** A stream without a byte for that long is given up; longer than any heartbeat of the services. */
const UPSTREAM_IDLE_MS = 10 * 60_000;
const UPGRADE_MS = 10_000;
const DRAIN_MS = 8_000;
/** npm start starts a service again after a second, and later when it ends more often. */
const RETRY_AFTER_S = 2;

/**
 * The local gateway: one base URL for all services, routed as the cluster's Ingress does. Bodies
 * pass through as streams in both directions.
 *
 * @param {object} options
 * @param {import('./gateway-routes.mjs').Route[]} options.routes
 * @param {Record<string, number>} options.ports local port of each service
 * @param {readonly string[]} [options.started] services that the page links; all of them by default
 * @param {string} [options.credentialsFile] whose keys the start page may show, on a developer's machine
 * @returns {import('node:http').Server}
 */
export function createGateway({ routes, ports, started = Object.keys(ports), credentialsFile }) {
  const agent = createUpstreamAgent();
  const page = renderPage({ routes, services: Object.keys(ports), started });
  const hasStartPage = started.includes(findService(routes, '/'));
  const answersDevelopment = developmentRoutes({ credentialsFile, ports, started });
  const proxy = createProxyServer({ proxyTimeout: UPSTREAM_IDLE_MS, upgradeTimeout: UPGRADE_MS });
  const isAnswered = answeredRequests(proxy);
  const isUpgraded = upgradedRequests(proxy);
  proxy.on('error', (error, request, response) => {
    if (isAnswered(request)) return;
    if (isUpgraded(request)) {
      response.destroy();
      return;
    }
    const service = findService(routes, request.url);
    if (error.code === 'ECONNREFUSED') {
      const answer = `The service ${service} is not running. Try again.`;
      refuse(request, response, 503, answer, { 'Retry-After': RETRY_AFTER_S });
    } else {
      refuse(request, response, 502, `The service ${service} does not answer.`);
    }
  });

  // No limit for a whole request: large uploads over slow lines are welcome, headers are not.
  const server = createServer({
    requestTimeout: 0,
    headersTimeout: 30_000,
    keepAliveTimeout: 65_000,
    shouldUpgradeCallback: isWebSocket,
  });
  server.on('request', (request, response) => {
    toOriginForm(request);
    ignoreUpgrade(request);
    const known = knownAddress(request);
    if (known !== undefined) return redirect(response, known);
    if (answersDevelopment(request, response)) return undefined;
    if (!hasStartPage && isFor(request, '/')) return sendPage(response, page);
    if (isFor(request, '/docs', '/docs/')) return redirect(response, '/');

    const port = ports[findService(routes, request.url)];
    if (port === undefined) return refuseUnknown(request, response);

    addForwardedHeaders(request);
    return proxy.web(request, response, { target: origin(port), agent });
  });
  server.on('upgrade', (request, socket, head) => {
    // Node leaves this socket to us: a reset by its client, without a listener, would end the gateway.
    socket.on('error', () => socket.destroy());
    toOriginForm(request);

    const port = ports[findService(routes, request.url)];
    if (port === undefined) return refuse(request, socket, 404, 'No service has this path.');

    addForwardedHeaders(request);
    return proxy.ws(request, socket, { target: origin(port), agent: false }, head);
  });
  return server;
}

const origin = (port) => `http://127.0.0.1:${port}`;

/**
 * RFC 9112 section 3.2.2: "a server MUST accept the absolute-form in requests"; the host in it
 * counts, not the field Host. The services then see a path, as from any proxy.
 */
function toOriginForm(request) {
  const [, host, path] = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]+)(.*)$/i.exec(request.url) ?? [];
  if (host === undefined) return;

  request.headers.host = host;
  request.url = path.startsWith('/') ? path : `/${path}`;
}

/**
 * RFC 9110 section 7.8: "A server MAY ignore a received Upgrade header field". Only WebSockets are
 * upgraded; curl and Java's HttpClient offer h2c with ordinary requests, and get ordinary answers.
 */
const isWebSocket = ({ method, headers }) =>
  method === 'GET' && /^websocket$/i.test(headers.upgrade ?? '');

/** The offer was made to us: it neither goes on to the service nor comes back in the answer. */
function ignoreUpgrade({ headers }) {
  if (headers.upgrade === undefined) return;

  delete headers.upgrade;
  delete headers['http2-settings'];
  const options = (headers.connection ?? '').split(/\s*,\s*/);
  headers.connection = options.some((option) => /^close$/i.test(option)) ? 'close' : 'keep-alive';
}

/**
 * Where a person belongs who has opened a page by the number of this machine: at its name, which the issuer has. Cookies
 * belong to a name, and first-party clients to that one address. Programs are answered by any.
 */
function knownAddress({ method, url, headers }) {
  const isPage =
    headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  const [number, port = ''] = /^(?:127\.0\.0\.1|\[::1\])(:\d+)?$/.exec(headers.host ?? '') ?? [];
  if (method !== 'GET' || !isPage || number === undefined) return undefined;
  return `http://localhost${port}${url}`;
}

/** Whether a page of the gateway itself is asked for. */
const isFor = ({ method, url }, ...paths) =>
  (method === 'GET' || method === 'HEAD') && paths.includes(url.split('?', 1)[0]);

function sendPage(response, page) {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(page);
}

/** A person who mistyped an address gets the way back, a program its JSON. */
function refuseUnknown(request, response) {
  const isPerson = request.method === 'GET' && /\btext\/html\b/.test(request.headers.accept ?? '');
  if (!isPerson) return refuse(request, response, 404, 'No service has this path.');

  response.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8' });
  return response.end(renderNotFound());
}

function redirect(response, location) {
  response.writeHead(302, { Location: location, 'Content-Length': 0 });
  response.end();
}

/** Client certificates are shown in TLS, which ends elsewhere: what stands in headers a caller has made up. */
function dropCertificates(headers) {
  for (const name of Object.keys(headers)) {
    if (/^((x-)?(ssl|tls|forwarded-tls)-client-|(x-)?client-cert)/.test(name)) delete headers[name];
  }
}

/** The client may add to X-Forwarded-For, as through any proxy; the rest is what we saw. */
function addForwardedHeaders({ headers, socket }) {
  dropCertificates(headers);

  const earlier = headers['x-forwarded-for'];
  const client = socket.remoteAddress ?? '';

  headers['x-forwarded-for'] = earlier === undefined ? client : `${earlier}, ${client}`;
  headers['x-forwarded-host'] = headers.host ?? '';
  headers['x-forwarded-port'] = String(socket.localPort);
  headers['x-forwarded-proto'] = 'http';
}

/** Answers on a response, or on the bare socket of an upgrade; when an answer has begun, cuts it off. */
function refuse(request, target, status, message, more = {}) {
  const traceId = traceIdOf(request);
  const body = JSON.stringify({ message, trace_id: traceId });
  const own = { 'Content-Type': 'application/json; charset=utf-8', 'X-Trace-ID': traceId };
  const headers = { ...own, ...more };

  if (target.headersSent === true || target.destroyed) {
    target.destroy();
  } else if (typeof target.writeHead === 'function') {
    target.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
    target.end(request.method === 'HEAD' ? undefined : body);
    // Read the rest of the body away: else the next request on this connection waits behind it.
    request.unpipe();
    request.resume();
  } else {
    const lines = Object.entries({ ...headers, Connection: 'close' }).map((pair) =>
      pair.join(': '),
    );
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n');
    target.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }
}

function traceIdOf({ headers }) {
  const given = headers['x-trace-id'];
  return /^[A-Za-z0-9_-]{8,64}$/.test(given ?? '') ? given : randomBytes(16).toString('hex');
}

/**
 * Lets requests in flight finish, for a while; open WebSockets are closed at once.
 *
 * @param {import('node:http').Server} server
 * @returns {() => Promise<void>} call it once, to drain
 */
export function drainable(server) {
  const upgraded = new Set();
  server.on('upgrade', (_request, socket) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
  });
  let isDraining = false;
  server.on('request', (_request, response) => {
    response.once('close', () => isDraining && server.closeIdleConnections());
  });

  return async () => {
    isDraining = true;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of upgraded) socket.destroySoon();
    server.closeIdleConnections();

    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
    await closed;
  };
}

/**
 * `node scripts/gateway/gateway.mjs --port N --only a,b`: ports of the services from their variables, as
 * everywhere; those that were started, for the page; `--credentials FILE` for that of a developer.
 */
function main() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8080' },
      only: { type: 'string' },
      credentials: { type: 'string' },
    },
  });
  const port = parsePort('--port', values.port, 8080);
  const known = new Set(services.map(({ name }) => name));
  const routes = readIngressRoutes().filter(({ service }) => known.has(service));

  const started = values.only?.split(',');
  const ports = servicePorts(process.env);
  const server = createGateway({ routes, ports, started, credentialsFile: values.credentials });
  const drain = drainable(server);
  for (const name of ['SIGTERM', 'SIGINT']) {
    process.once(name, () => void drain().then(() => process.exit(0)));
  }
  server.once('error', ({ message }) => {
    say(`The gateway cannot start: ${message}`);
    process.exit(1);
  });
  server.listen(port, '127.0.0.1', () => say(`gateway listens on http://localhost:${port}`));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
