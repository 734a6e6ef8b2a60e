import { Module } from '@nestjs/common';
import { DatabaseProbe } from './database.probe.js';

@Module({ providers: [DatabaseProbe], exports: [DatabaseProbe] })
export class DatabaseModule {}
