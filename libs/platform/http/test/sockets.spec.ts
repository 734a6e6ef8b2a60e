import { once } from 'node:events';
import { connect } from 'node:net';
import type { Server } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Module, type INestApplication, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SubscribeMessage, WebSocketGateway, type OnGatewayInit } from '@nestjs/websockets';
import { WebSocket } from 'ws';
import { AdmittingAdapter, type AdmittingServer } from '../src/sockets/index.js';
import { HTTP_PROBLEMS, Problem } from '../src/errors/index.js';

let held = 0;

@WebSocketGateway({ path: '/rooms/:room/live', ignoreCase: true })
class RoomGateway implements OnGatewayInit<AdmittingServer> {
  afterInit(server: AdmittingServer): void {
    server.admission = (request) => {
      if (request.headers.authorization === undefined) throw HTTP_PROBLEMS.tooManyRequests();
      held += 1;
      return Promise.resolve(() => (held -= 1));
    };
  }

  handleConnection(socket: WebSocket): void {
    socket.send('welcome');
  }
}

@WebSocketGateway({ path: '/open' })
class OpenGateway {}

@WebSocketGateway({ path: '/handler' })
class HandlerGateway {
  @SubscribeMessage('message')
  take(): void {
    throw new Error('Nothing calls this.');
  }
}

@Module({ providers: [RoomGateway, OpenGateway] })
class Rooms {}

@Module({ providers: [HandlerGateway] })
class Handlers {}

let app: INestApplication<Server> | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
  held = 0;
});

async function start(
  module: Type,
): Promise<{ http: string; ws: string; adapter: AdmittingAdapter }> {
  app = await NestFactory.create<INestApplication<Server>>(module, { logger: false });
  const adapter = new AdmittingAdapter(app.getHttpServer(), (error) => ({
    status: error instanceof Problem ? error.status : 500,
    body: error instanceof Problem ? error.code : 'unknown',
  }));
  app.useWebSocketAdapter(adapter);
  await app.listen(0, '127.0.0.1');
  const http = await app.getUrl();
  return { http, ws: http.replace('http', 'ws'), adapter };
}

const admitted = { headers: { authorization: 'x' } };

async function statusOf(address: string): Promise<number | undefined> {
  const socket = new WebSocket(address);
  socket.on('error', () => undefined);
  const [, { statusCode }] = (await once(socket, 'unexpected-response')) as [
    unknown,
    { statusCode?: number },
  ];
  return statusCode;
}

describe('AdmittingAdapter', () => {
  it('serves the gateway whose pattern the path matches', async () => {
    const { ws } = await start(Rooms);
    const socket = new WebSocket(`${ws}/Rooms/7/live?x=1`, admitted);
    const [data] = (await once(socket, 'message')) as [Buffer];
    expect(data.toString()).toBe('welcome');

    const open = new WebSocket(`${ws}/open`);
    await once(open, 'open');
    expect(open.readyState).toBe(WebSocket.OPEN);
  });

  it('refuses before the upgrade', async () => {
    const { ws } = await start(Rooms);

    expect(await statusOf(`${ws}/rooms/7/live`)).toBe(429);
    expect(await statusOf(`${ws}/rooms/7/8/live`)).toBe(404);
    expect(await statusOf(`${ws}/OPEN`)).toBe(404);
  });

  it('gives back what an invalid handshake holds', async () => {
    const { http } = await start(Rooms);
    const socket = connect(Number(new URL(http).port), '127.0.0.1');
    socket.write(
      'GET /rooms/7/live HTTP/1.1\r\nHost: x\r\nAuthorization: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    await once(socket, 'close');

    expect(answer.toString()).toContain('400 Bad Request');
    expect(held).toBe(0);
  });

  it('answers requests with another upgrade as requests', async () => {
    const { http } = await start(Rooms);
    const socket = connect(Number(new URL(http).port), '127.0.0.1');
    socket.write(
      'GET /open HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n',
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();

    expect(answer.toString()).toContain('"statusCode":404');
  });

  it('closes with 1001, and cuts clients that do not hang up', async () => {
    const { ws } = await start(Rooms);
    const polite = new WebSocket(`${ws}/open`);
    const deaf = new WebSocket(`${ws}/open`);
    await Promise.all([once(polite, 'open'), once(deaf, 'open')]);
    deaf.pause();
    const closed = once(polite, 'close');

    await app?.close();
    app = undefined;

    const [code] = (await closed) as [number];
    expect(code).toBe(1001);
    deaf.terminate();
  });

  it('refuses @SubscribeMessage()', async () => {
    const { adapter } = await start(Handlers);

    expect(() => adapter.bindMessageHandlers({} as WebSocket, [{}])).toThrow('@SubscribeMessage()');
  });
});
