import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Passes bytes on to a server, and lets tests take the network away. */
export class CuttingProxy {
  readonly #connections = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  #passed = 0;
  #cutEvery = Infinity;
  cuts = 0;

  private constructor(private readonly target: { readonly host: string; readonly port: number }) {}

  static async before(host: string, port: number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy({ host, port });
    await proxy.open();
    return proxy;
  }

  get address(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** Listens, at the same port each time. */
  async open(): Promise<void> {
    this.#server = createServer((client) => this.#pass(client)).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Is not there any more, for anybody. */
  async close(): Promise<void> {
    const server = this.#server;
    server?.close();
    this.cut();
    if (server?.listening === true) await once(server, 'close');
  }

  /** Ends every connection, whatever is on its way. */
  cut(): void {
    this.cuts += 1;
    for (const socket of this.#connections) socket.resetAndDestroy();
  }

  /** From now on, whenever so many chunks have passed: before a request has come, or before its answer. */
  cutEvery(chunks: number): void {
    this.#cutEvery = chunks;
  }

  #pass(client: Socket): void {
    const server = connect(this.target);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#connections.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#connections.delete(from);
        to.destroy();
      });
      from.on('data', (chunk: Buffer) => {
        this.#passed += 1;
        if (this.#passed % this.#cutEvery === 0) this.cut();
        else to.write(chunk);
      });
    }
  }
}
