import { Module } from '@nestjs/common';
import { HealthModule } from '@sextant/platform-health';

@Module({ imports: [HealthModule.register()] })
export class AppModule {}
