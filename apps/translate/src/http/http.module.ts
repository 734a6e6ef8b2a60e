import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { FormQueryInterceptor } from './form-query.interceptor.js';
import { PublicUrl } from './public-url.js';

@Module({
  providers: [PublicUrl, { provide: APP_INTERCEPTOR, useClass: FormQueryInterceptor }],
  exports: [PublicUrl],
})
export class HttpModule {}
