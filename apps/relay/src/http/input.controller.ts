import { Controller, Get, Header, HttpCode, Inject, Post, Req, type Type } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { activeTraceparent } from '@sextant/platform-telemetry';
import type { Request } from 'express';
import { Reception } from '../domain/reception.js';
import { bodyOf } from './input-body.js';
import { ADMISSION_EXAMPLE, ALERTMANAGER_EXAMPLE } from './input-examples.js';

/** The paths that the options give to each input. */
export interface InputPaths {
  readonly k8s: readonly string[];
  readonly alertmanager: readonly string[];
  readonly json: readonly string[];
}

/** Of the span of this request, where it has one: what is sent later refers to it. */
const traceparentOf = ({ headers }: Request): string | undefined => {
  const { traceparent } = headers;
  return activeTraceparent() ?? (typeof traceparent === 'string' ? traceparent : undefined);
};

/** The inputs, on the paths that were given at start. */
export function inputControllers({ k8s, alertmanager, json }: InputPaths): Type[] {
  return [
    k8sController([...k8s]),
    alertmanagerController([...alertmanager]),
    ...(json.length === 0 ? [] : [jsonController([...json])]),
  ];
}

function k8sController(paths: string[]): Type {
  @ApiTags('inputs')
  @Controller()
  class K8sController {
    constructor(@Inject(Reception) private readonly reception: Reception) {}

    /** An admission review: always allowed, and relayed if its kind is one of the fourteen. */
    @Post(paths)
    @HttpCode(200)
    @ApiOperation({ summary: 'Takes a Kubernetes admission review' })
    @ApiBody({ schema: { type: 'object' }, examples: { review: { value: ADMISSION_EXAMPLE } } })
    @ApiResponse({ status: 200, description: 'Allowed.' })
    k8s(@Req() request: Request): Promise<unknown> {
      const traceparent = traceparentOf(request);
      return this.reception.receive({ path: request.path, body: bodyOf(request), traceparent });
    }
  }
  return K8sController;
}

function alertmanagerController(paths: string[]): Type {
  @ApiTags('inputs')
  @Controller()
  class AlertmanagerController {
    constructor(@Inject(Reception) private readonly reception: Reception) {}

    /** A notification; answered when its alerts are stored. */
    @Post(paths)
    @HttpCode(200)
    @ApiOperation({ summary: 'Takes a notification of Alertmanager' })
    @ApiBody({
      schema: { type: 'object' },
      examples: { notification: { value: ALERTMANAGER_EXAMPLE } },
    })
    @ApiResponse({ status: 200, description: 'Stored.' })
    @ApiResponse({ status: 400, description: 'Not a notification.' })
    @ApiResponse({ status: 503, description: 'Not stored; send it again.' })
    alertmanager(@Req() request: Request): Promise<unknown> {
      const traceparent = traceparentOf(request);
      return this.reception.receive({ path: request.path, body: bodyOf(request), traceparent });
    }
  }
  return AlertmanagerController;
}

/** Where probes of the upstream tool look. */
export function healthcheckController(path: string): Type {
  @ApiTags('health')
  @Controller()
  class HealthcheckController {
    @Get(path)
    @Header('content-type', 'text/plain; charset=utf-8')
    @ApiOperation({ summary: 'Answers OK' })
    healthcheck(): string {
      return 'OK';
    }
  }
  return HealthcheckController;
}

function jsonController(paths: string[]): Type {
  @ApiTags('inputs')
  @Controller()
  class JsonController {
    constructor(@Inject(Reception) private readonly reception: Reception) {}

    /** Any JSON, mapped to an event by the template of the options. */
    @Post(paths)
    @HttpCode(200)
    @ApiOperation({ summary: 'Takes any JSON' })
    @ApiBody({ schema: { type: 'object' } })
    json(@Req() request: Request): Promise<unknown> {
      const traceparent = traceparentOf(request);
      return this.reception.receive({ path: request.path, body: bodyOf(request), traceparent });
    }
  }
  return JsonController;
}
