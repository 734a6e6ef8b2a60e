import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface NatsMessage {
  readonly subject: string;
  readonly headers: string;
  readonly text: string;
}

/** NATS as far as publishing to a stream needs it ("Client Protocol", "JetStream publish acknowledgement"). */
export class NatsStub {
  readonly messages: NatsMessage[] = [];
  /** What is known by `Nats-Msg-Id`: a stream drops what comes twice. */
  readonly #known = new Set<string>();
  /** Subjects that no stream has. */
  readonly unbound = new Set<string>();
  onMessage: (message: NatsMessage) => void = () => undefined;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<NatsStub> {
    const server = createServer();
    const stub = new NatsStub(server);
    server.on('connection', (socket) => stub.#serve(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return stub;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
  }

  #serve(socket: Socket): void {
    const info = { server_id: 'stub', version: '2.10.0', proto: 1, headers: true };
    const limits = { max_payload: 65_536, host: '127.0.0.1', port: this.port };
    socket.write(`INFO ${JSON.stringify({ ...info, ...limits })}\r\n`);
    const replies: Replies = { sid: '1' };
    let waiting = Buffer.alloc(0);
    socket.on('error', () => undefined); // clients that are killed
    socket.on('data', (piece) => {
      waiting = Buffer.concat([waiting, Buffer.from(piece)]);
      for (;;) {
        const end = waiting.indexOf('\r\n');
        if (end < 0) return;
        const words = waiting.subarray(0, end).toString().split(' ');
        const size = /^H?PUB$/.test(words[0] ?? '') ? Number(words.at(-1)) + 2 : 0;
        if (waiting.length < end + 2 + size) return;
        const body = waiting.subarray(end + 2, end + size);
        waiting = waiting.subarray(end + 2 + size);
        this.#take(socket, { words, body, replies });
      }
    });
  }

  #take(socket: Socket, { words, body, replies }: Line): void {
    const [verb, subject = '', reply = '', headerSize] = words;
    if (verb === 'PING') socket.write('PONG\r\n');
    else if (verb === 'SUB') replies.sid = words.at(-1) ?? '1';
    else if (verb === 'HPUB') {
      const answer = this.#answer(subject, body, Number(headerSize));
      const head = `${answer.isHeader ? 'HMSG' : 'MSG'} ${reply} ${replies.sid}`;
      const sizes = answer.isHeader
        ? `${answer.text.length} ${answer.text.length}`
        : answer.text.length;
      socket.write(`${head} ${sizes}\r\n${answer.text}\r\n`);
    }
  }

  #answer(subject: string, body: Buffer, headerSize: number) {
    // "503 no responders": no stream has the subject.
    if (this.unbound.has(subject)) return { isHeader: true, text: 'NATS/1.0 503\r\n\r\n' };
    const headers = body.subarray(0, headerSize).toString();
    const id = /^Nats-Msg-Id: *(.+)$/im.exec(headers)?.[1]?.trim() ?? '';
    const isKnown = this.#known.has(id);
    this.#known.add(id);
    const message = { subject, headers, text: body.subarray(headerSize).toString() };
    if (!isKnown) this.messages.push(message);
    if (!isKnown) this.onMessage(message);
    const duplicate = isKnown ? { duplicate: true } : {};
    const text = JSON.stringify({ stream: 'ALERTS', seq: this.messages.length, ...duplicate });
    return { isHeader: false, text };
  }
}

interface Replies {
  sid: string;
}

interface Line {
  readonly words: readonly string[];
  readonly body: Buffer;
  readonly replies: Replies;
}
