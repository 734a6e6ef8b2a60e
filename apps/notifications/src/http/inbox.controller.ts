import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';

const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** A file of the page, which the build copies. */
const file = (name: string): string =>
  readFileSync(new URL(`inbox/${name}`, import.meta.url), 'utf8');

const PAGE = file('inbox.html');
const STYLE = file('style.css');
const SCRIPT = file('inbox.js');
const WORKER = file('worker.js');

/** The client that fits the server, from its own package. */
const SOCKET_IO = readFileSync(
  join(
    dirname(createRequire(import.meta.url).resolve('socket.io/package.json')),
    'client-dist/socket.io.min.js',
  ),
  'utf8',
);

/** The inbox page and what it loads. */
@ApiExcludeController()
@Controller('api/notifications/inbox')
export class InboxController {
  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  page(): string {
    return PAGE;
  }

  @Get('style.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  style(): string {
    return STYLE;
  }

  @Get('inbox.js')
  @Header('Content-Type', JAVASCRIPT)
  script(): string {
    return SCRIPT;
  }

  @Get('socket.io.js')
  @Header('Content-Type', JAVASCRIPT)
  @Header('Cache-Control', 'public, max-age=86400')
  client(): string {
    return SOCKET_IO;
  }

  /** It serves the page itself, which is one level above its own address. */
  @Get('worker.js')
  @Header('Content-Type', JAVASCRIPT)
  @Header('Service-Worker-Allowed', '/api/notifications/inbox')
  worker(): string {
    return WORKER;
  }
}
