import { Module } from '@nestjs/common';
import { HealthModule } from '@sextant/platform-health';
import { healthBody } from './http/health-body.js';

@Module({ imports: [HealthModule.register({ body: healthBody })] })
export class AppModule {}
