import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Database } from '../../database/database.js';
import { MongoModels } from './mongo-models.js';

@Injectable()
export class MongoDatabase implements Database, OnApplicationShutdown {
  constructor(private readonly models: MongoModels) {}

  async ping(): Promise<void> {
    await this.models.connection.db?.command({ ping: 1 });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.models.connection.close();
  }
}
