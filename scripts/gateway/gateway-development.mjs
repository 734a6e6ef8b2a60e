import { readFileSync } from 'node:fs';

/** Whoever forwards has other people behind it. */
const FORWARDING = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|client-ip)$/;
const LOOPBACK_PEER = /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/;
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const JSON_TYPE = /^application\/json\s*(;|$)/i;
const MAX_BODY_BYTES = 1024;

/**
 * What the start page of a developer's machine gets beyond that of a cluster: where metrics are, and
 * the development keys on demand. Both are for a page of this very gateway in a browser of this very
 * machine; everybody else is refused. Without `credentialsFile` there is nothing of the kind.
 *
 * @param {object} options
 * @param {string | undefined} options.credentialsFile
 * @param {Record<string, number>} options.ports
 * @param {readonly string[]} options.started
 * @returns {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => boolean}
 *   whether it has answered
 */
export function developmentRoutes({ credentialsFile, ports, started }) {
  return (request, response) => {
    const [path] = request.url.split('?', 1);
    if (credentialsFile === undefined || !path.startsWith('/dev/')) return false;

    if (path === '/dev/live') {
      // For the start, which waits: `/` is a service's, which may take longer.
      answer(request, response, 200, {});
      return true;
    }
    const route = { '/dev/start.json': 'GET', '/dev/credentials': 'POST' }[path];
    const status = route === undefined ? 404 : refusalOf(request, route);
    if (status !== undefined) answer(request, response, status, { message: REASONS[status] });
    else if (route === 'GET') answer(request, response, 200, describeStart(ports, started));
    else answerKeys(request, response, credentialsFile);
    return true;
  };
}

const REASONS = {
  400: 'Send a small JSON object.',
  403: 'Only the start page of this gateway, in a browser of this machine, may ask for this.',
  404: 'There is nothing at this address.',
  405: 'This address has another method.',
  415: 'Send application/json.',
  503: 'dev-credentials.json cannot be read. Stop and run npm start again: it makes the file anew.',
};

/** @returns {number | undefined} the status of the refusal, if it is refused */
function refusalOf(request, method) {
  if (!isOwnPage(request)) return 403;
  if (request.method !== method) return 405;
  if (method === 'GET') return undefined;
  if (request.headers.origin === undefined) return 403;
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) return 415;
  return Number(request.headers['content-length'] ?? Infinity) > MAX_BODY_BYTES ? 400 : undefined;
}

/**
 * A page of another site can make a browser of this machine send requests here, and a name of its own
 * can lead here ("DNS rebinding"): neither has this gateway's own host, origin and fetch metadata.
 */
function isOwnPage({ headers, socket }) {
  const { host = '', origin } = headers;
  const name = host.replace(/:\d+$/, '');
  const isHere = LOOPBACK_PEER.test(socket.remoteAddress ?? '') && LOOPBACK_HOST.test(name);
  const isOwnPort = host === `${name}:${socket.localPort}`;
  const isOwnOrigin = origin === undefined || origin === `http://${host}`;
  const isSameOrigin = headers['sec-fetch-site'] === 'same-origin';
  const isForwarded = Object.keys(headers).some((header) => FORWARDING.test(header));
  return isHere && isOwnPort && isOwnOrigin && isSameOrigin && !isForwarded;
}

const describeStart = (ports, started) => ({
  started,
  metrics: Object.fromEntries(
    started.map((name) => [name, `http://localhost:${ports[name]}/metrics`]),
  ),
});

/** Reads the file each time: a second start may have written it anew, and somebody may have removed it. */
function answerKeys(request, response, file) {
  let keys;
  try {
    keys = keysOf(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return answer(request, response, 503, { message: REASONS[503] });
  }
  return answer(request, response, 200, keys);
}

/** Of all that is in the file what the start page shows. */
function keysOf({ translate, speech, ipt_graphql, auth_server }) {
  const { client_id, client_secret } = auth_server.clients.confidential;
  return {
    translate: translate.auth_key,
    speech: speech.api_key,
    iptGraphql: ipt_graphql.api_key,
    client: `${client_id}:${client_secret}`,
    users: Object.values(auth_server.users).map(({ username, password }) => ({
      username,
      password,
    })),
  };
}

function answer(request, response, status, body) {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(text);
  // Read the body away: else the next request on this connection waits behind it.
  request.resume();
}
