/** Nest on Express with its own defaults: parses a notification and answers. Nothing is kept. */
import 'reflect-metadata';
import { Body, Controller, Get, HttpCode, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

class AlertsController {
  alerts(body) {
    return body.alerts.length >= 0 ? { Message: 'OK' } : {};
  }

  root() {
    return 'up';
  }
}
const describe = (name) => Object.getOwnPropertyDescriptor(AlertsController.prototype, name);
Controller()(AlertsController);
Post('relay/alertmanager')(AlertsController.prototype, 'alerts', describe('alerts'));
HttpCode(200)(AlertsController.prototype, 'alerts', describe('alerts'));
Body()(AlertsController.prototype, 'alerts', 0);
Get()(AlertsController.prototype, 'root', describe('root'));

class AppModule {}
Module({ controllers: [AlertsController] })(AppModule);

const app = await NestFactory.create(AppModule, { logger: false });
await app.listen(Number(process.argv[2]), '127.0.0.1');
