import { once } from 'node:events';
import { createServer } from 'node:http';

import { say } from '../lib/progress.mjs';

/** Somebody with a browser of their own, for whom the demonstration waits at the client's redirect address. */
export class Person {
  #server;

  /** @param {string} redirectUri of the demo client, on this machine */
  static async at(redirectUri) {
    const person = new Person();
    const { hostname, port } = new URL(redirectUri);
    person.#server = createServer();
    person.#server.listen(Number(port), hostname);
    await once(person.#server, 'listening');
    return person;
  }

  /**
   * @param {string} what the person is asked to do
   * @param {string} url to open
   * @returns {Promise<string>} the address that the browser was sent back to
   */
  async opens(what, url) {
    say(`${what}:\n\n  ${url}\n`);
    for (;;) {
      const [request, response] = await once(this.#server, 'request');
      const isAnswer = !request.url.startsWith('/favicon');
      response.writeHead(isAnswer ? 200 : 404, {
        'content-type': 'text/plain',
        connection: 'close',
      });
      response.end(isAnswer ? 'Done. The terminal goes on.\n' : '');
      if (isAnswer) return new URL(request.url, `http://${request.headers.host}`).href;
    }
  }

  leaves() {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
