import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { FormQueryMiddleware } from './form-query.middleware.js';
import { PublicUrl } from './public-url.js';

@Module({ providers: [PublicUrl], exports: [PublicUrl] })
export class HttpModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(FormQueryMiddleware).forRoutes('{*path}');
  }
}
