import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A message as it was published. */
export interface RabbitMessage {
  readonly exchange: string;
  readonly routingKey: string;
  readonly text: string;
}

const [METHOD, HEADER, BODY] = [1, 2, 3];
const FRAME_END = 0xce;

const short = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const long = (value: number): Buffer => Buffer.from([0, 0, ...short(value)]);
const longText = (text: string): Buffer => Buffer.concat([long(text.length), Buffer.from(text)]);
const EMPTY = Buffer.alloc(1);

/** What the broker answers to a method, by class and method: AMQP 0-9-1, section 1.4. */
const ANSWERS: Readonly<Record<string, readonly [number, number, Buffer]>> = {
  '10.11': [10, 30, Buffer.concat([short(100), Buffer.from([0, 2, 0, 0]), short(0)])],
  '10.40': [10, 41, EMPTY],
  '10.50': [10, 51, Buffer.alloc(0)],
  '20.10': [20, 11, Buffer.alloc(4)],
  '20.40': [20, 41, Buffer.alloc(0)],
  '85.10': [85, 11, Buffer.alloc(0)],
};
const PUBLISH = '60.40';
const START = Buffer.concat([Buffer.from([0, 9]), long(0), longText('PLAIN'), longText('en_US')]);

interface Publication {
  readonly exchange: string;
  readonly routingKey: string;
  missing: number;
  readonly chunks: Buffer[];
}

/**
 * As much of RabbitMQ as the relay speaks with: it confirms what it is sent, or is silent. It imports nothing of
 * the relay: the demonstration runs it, too.
 */
export class RabbitStub {
  readonly messages: RabbitMessage[] = [];
  onMessage: (message: RabbitMessage) => void = () => undefined;
  /** Whether a message is confirmed. */
  confirms: (message: RabbitMessage) => boolean = () => true;
  connections = 0;
  readonly #sockets = new Set<Socket>();

  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<RabbitStub> {
    const server = createServer((socket) => stub.#serve(socket));
    const stub = new RabbitStub(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return stub;
  }

  get url(): string {
    return `amqp://guest:guest@127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #serve(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    const session = new Session(socket, (message) => {
      this.messages.push(message);
      this.onMessage(message);
      return this.confirms(message);
    });
    socket.on('error', () => undefined); // clients that are killed
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => session.read(chunk));
  }
}

class Session {
  #bytes = Buffer.alloc(0);
  #isGreeted = false;
  #tag = 0;
  #publication: Publication | undefined;

  readonly #socket: Socket;
  readonly #take: (message: RabbitMessage) => boolean;

  constructor(socket: Socket, take: (message: RabbitMessage) => boolean) {
    this.#socket = socket;
    this.#take = take;
  }

  read(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    if (!this.#isGreeted) {
      if (this.#bytes.length < 8) return;
      this.#isGreeted = true;
      this.#bytes = this.#bytes.subarray(8);
      this.#send(0, [10, 10, START]);
    }
    while (this.#bytes.length >= 7) {
      const end = 7 + this.#bytes.readUInt32BE(3);
      if (this.#bytes.length <= end) return;
      const [type = 0, channel] = [this.#bytes[0], this.#bytes.readUInt16BE(1)];
      const payload = this.#bytes.subarray(7, end);
      this.#bytes = this.#bytes.subarray(end + 1);
      this.#frame(type, channel, payload);
    }
  }

  #frame(type: number, channel: number, payload: Buffer): void {
    if (type === METHOD) this.#method(channel, payload);
    else if (type === HEADER && this.#publication !== undefined) {
      this.#publication.missing = Number(payload.readBigUInt64BE(4));
      if (this.#publication.missing === 0) this.#published(channel);
    } else if (type === BODY && this.#publication !== undefined) {
      this.#publication.chunks.push(Buffer.from(payload));
      this.#publication.missing -= payload.length;
      if (this.#publication.missing === 0) this.#published(channel);
    }
  }

  #method(channel: number, payload: Buffer): void {
    const name = `${payload.readUInt16BE(0)}.${payload.readUInt16BE(2)}`;
    const answer = ANSWERS[name];
    if (answer !== undefined) this.#send(channel, answer);
    if (name !== PUBLISH) return;
    const exchangeEnd = 7 + payload.readUInt8(6);
    const keyEnd = exchangeEnd + 1 + payload.readUInt8(exchangeEnd);
    this.#publication = {
      exchange: payload.subarray(7, exchangeEnd).toString(),
      routingKey: payload.subarray(exchangeEnd + 1, keyEnd).toString(),
      ...{ missing: 0, chunks: [] },
    };
  }

  #published(channel: number): void {
    const publication = this.#publication;
    this.#publication = undefined;
    if (publication === undefined) return;
    this.#tag += 1;
    const { exchange, routingKey, chunks } = publication;
    if (!this.#take({ exchange, routingKey, text: Buffer.concat(chunks).toString() })) return;
    this.#send(channel, [60, 80, Buffer.concat([long(0), long(this.#tag), EMPTY])]);
  }

  #send(channel: number, [classId, methodId, content]: readonly [number, number, Buffer]): void {
    const payload = Buffer.concat([short(classId), short(methodId), content]);
    const head = Buffer.concat([Buffer.from([METHOD]), short(channel), long(payload.length)]);
    this.#socket.write(Buffer.concat([head, payload, Buffer.from([FRAME_END])]));
  }
}
