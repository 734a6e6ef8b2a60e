import { WebSocket, type ClientOptions } from 'ws';

/** A message of the service, with the members that tests look at. */
export interface Message {
  readonly type?: string;
  readonly sequence?: number;
  readonly session?: string;
  readonly received?: number;
  readonly turn?: number;
  readonly audio?: string | null;
  readonly speech_marks?: readonly Word[];
  readonly billable_characters_count?: number;
  readonly audio_duration_ms?: number;
  readonly said_until?: number;
  readonly error?: { readonly code: string; readonly message: string };
}

export interface Word {
  readonly start: number;
  readonly end: number;
  readonly start_time: number;
  readonly end_time: number;
  readonly value: string;
}

const PATIENCE_MS = 30_000;

/** One connection, and everything that came over it. */
export class LiveClient<M extends object = Message> {
  readonly messages: M[] = [];
  /** The code with which it was closed. */
  closed: number | undefined;
  #change = Promise.withResolvers<undefined>();

  constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      this.messages.push(JSON.parse(data.toString('utf8')) as M);
      this.changed();
    });
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      this.closed = code;
      this.changed();
    });
  }

  send(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Cuts the line, as a network does. */
  drop(): void {
    this.socket.terminate();
  }

  /** @returns when all messages so far are so */
  async until(isSo: (all: readonly M[]) => boolean, withinMs = PATIENCE_MS): Promise<void> {
    const late = AbortSignal.timeout(withinMs);
    const ended = new Promise((resolve) => late.addEventListener('abort', resolve));
    while (!isSo(this.messages)) {
      if (late.aborted) throw new Error(`Not so: ${JSON.stringify(this.messages.slice(-3))}`);
      await Promise.race([this.#change.promise, ended]);
    }
  }

  /** The close code, once it is hung up. */
  async hungUp(withinMs = PATIENCE_MS): Promise<number | undefined> {
    await this.until(() => this.closed !== undefined, withinMs);
    return this.closed;
  }

  /** Everything that came until the end. */
  async ended(withinMs = PATIENCE_MS): Promise<readonly M[]> {
    await this.hungUp(withinMs);
    return this.messages;
  }

  private changed(): void {
    const { resolve } = this.#change;
    this.#change = Promise.withResolvers<undefined>();
    resolve(undefined);
  }
}

/** Of our own messages: the first of a type, once it is there. */
export async function next(client: LiveClient, type: string): Promise<Message> {
  const find = () => client.messages.find((message) => message.type === type);
  await client.until(() => find() !== undefined || client.closed !== undefined);
  const found = find();
  if (found === undefined) throw new Error(`Hung up: ${JSON.stringify(client.messages)}`);
  return found;
}

/** @param url of the service @throws {Error} `Unexpected server response: <status>` */
export async function connect<M extends object = Message>(
  url: string,
  { path = '/v1/audio/live', protocols, ...options }: ConnectOptions = {},
): Promise<LiveClient<M>> {
  const address = `${url.replace(/^http/, 'ws')}${path}`;
  const socket = new WebSocket(address, protocols ?? [], options);
  const client = new LiveClient<M>(socket);
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return client;
}

export interface ConnectOptions extends ClientOptions {
  readonly path?: string;
  readonly protocols?: string[];
}

/** How a connection is refused that never becomes a WebSocket. */
export async function refusal(
  url: string,
  { path = '/v1/audio/live', protocols, ...options }: ConnectOptions = {},
): Promise<{ readonly status: number; readonly code: string }> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, protocols ?? [], options);
  socket.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    socket.once('open', () => reject(new Error('It was let in.')));
    socket.once('unexpected-response', (_request, response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.once('end', () => {
        const { error } = JSON.parse(body) as { error: { code: string } };
        resolve({ status: response.statusCode ?? 0, code: error.code });
      });
    });
  });
}
