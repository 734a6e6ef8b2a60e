import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RateLimiters, type RateLimiter } from '@sextant/platform-security/rate-limit';
import type { Application } from 'express';
import proxyAddr from 'proxy-addr';
import { RealtimeSettings } from './realtime.settings.js';

/** Express' own: whether the proxy `hop` steps away is believed. */
type Trusts = (address: string, hop: number) => boolean;

/** Whether a socket may be opened: not above the limits of the process and of the address. */
@Injectable()
export class SocketAdmission {
  readonly #limiter: RateLimiter;

  constructor(
    private readonly settings: RealtimeSettings,
    limiters: RateLimiters,
    private readonly host: HttpAdapterHost,
  ) {
    const { socketConnectsPerMinute: limit } = settings;
    // Of this process alone: an attack on one replica must not wait for Redis.
    this.#limiter = limiters.createLocal({ name: 'sockets', limit, windowSeconds: 60 });
  }

  async admits(request: IncomingMessage, openConnections: number): Promise<boolean> {
    if (openConnections >= this.settings.socketMaxConnections) return false;
    const express = this.host.httpAdapter.getInstance<Application>();
    // As Express finds `request.ip`, for requests that it does not see.
    const address = proxyAddr(request, express.get('trust proxy fn') as Trusts);
    const { allowed } = await this.#limiter.consume(address);
    return allowed;
  }
}
