import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** The way to a server, which can be cut and mended. */
export class Line {
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(
    private readonly server: Server,
    /** The server's address by this way. */
    readonly url: string,
  ) {}

  static async to(address: string): Promise<Line> {
    const target = new URL(address);
    const { hostname, port } = target;
    const server = createServer((near) => {
      const far = connect(Number(port), hostname);
      line.#join(near, far);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    target.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const line = new Line(server, target.href);
    return line;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    const closed = once(this.server, 'close');
    this.server.close();
    await closed;
  }

  #join(near: Socket, far: Socket): void {
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined); // it is cut
      socket.once('close', () => {
        this.#sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    if (this.#isCut) near.destroy();
    else near.pipe(far).pipe(near);
  }
}
