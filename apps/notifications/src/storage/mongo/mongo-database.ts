import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { Database } from '../../database/database.js';

/** `MongooseModule` closes it. */
@Injectable()
export class MongoDatabase implements Database {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  async ping(): Promise<void> {
    await this.connection.db?.command({ ping: 1 });
  }
}
