import { Agent } from 'node:http';
import { Socket } from 'node:net';

/** What a write meets when the other side has closed; it may have answered before. */
const CLOSED_BY_UPSTREAM = ['EPIPE', 'ECONNRESET'];

/**
 * A connection to a service that reads the answer before it fails.
 *
 * A service may refuse a body by its first bytes (413, 401) and close. Writing the rest then fails, and
 * Node would destroy the connection with the answer still unread in it. RFC 9112 section 9.5: "If the
 * client sees such a response, it SHOULD immediately cease transmitting the body". So what cannot be
 * written any more is dropped, and reading decides: by the answer, or by the end of the connection.
 */
class PatientSocket extends Socket {
  #isDeaf = false;

  _write(chunk, encoding, callback) {
    if (this.#isDeaf) callback();
    else super._write(chunk, encoding, this.#outliving(callback));
  }

  _writev(chunks, callback) {
    if (this.#isDeaf) callback();
    else super._writev(chunks, this.#outliving(callback));
  }

  _final(callback) {
    super._final((error) => callback(this.#isDeaf ? undefined : error));
  }

  /** Nothing can be asked on it any more. */
  get isDeaf() {
    return this.#isDeaf;
  }

  #outliving(callback) {
    return (error) => {
      if (!CLOSED_BY_UPSTREAM.includes(error?.code)) return callback(error);
      this.#isDeaf = true;
      return callback();
    };
  }
}

class PatientAgent extends Agent {
  createConnection(options) {
    const socket = new PatientSocket(options);
    if (options.timeout) socket.setTimeout(options.timeout);
    return socket.connect(options);
  }

  keepSocketAlive(socket) {
    return !socket.isDeaf && super.keepSocketAlive(socket);
  }
}

/** @returns {Agent} connections to the services: kept alive, as many as there are requests */
export const createUpstreamAgent = () =>
  new PatientAgent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: 64 });

/**
 * Tells of a proxied request that has met an error whether its whole answer was there already: then it
 * is on its way to the caller, and the error is about the rest of a body that nobody wanted.
 *
 * @param {ReturnType<typeof import('httpxy').createProxyServer>} proxy
 * @returns {(request: import('node:http').IncomingMessage) => boolean}
 */
export function answeredRequests(proxy) {
  const answers = new WeakMap();
  proxy.on('proxyRes', (answer, request) => answers.set(request, answer));
  return (request) => answers.get(request)?.complete === true;
}

/**
 * Tells whether a request has become a WebSocket: what goes over its socket since then are frames, among
 * which an answer of HTTP would be nonsense.
 *
 * @param {ReturnType<typeof import('httpxy').createProxyServer>} proxy
 * @returns {(request: import('node:http').IncomingMessage) => boolean}
 */
export function upgradedRequests(proxy) {
  const upgraded = new WeakSet();
  proxy.on('proxyReqWs', (outgoing, request) => {
    outgoing.once('upgrade', () => upgraded.add(request));
  });
  return (request) => upgraded.has(request);
}
