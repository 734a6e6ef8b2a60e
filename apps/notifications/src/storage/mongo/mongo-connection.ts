import type { MongooseModuleOptions } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { DatabaseSettings } from '../../database/database.settings.js';
import { COLLECTIONS } from './mongo-collections.js';

/** Longest wait for a server, at start and when it goes away. */
const SERVER_TIMEOUT_MS = 5000;

/** How `MongooseModule` connects. What is acknowledged is on a majority's disks. */
export const connectionOptions = ({
  mongodbUri = '',
  databasePoolSize,
}: DatabaseSettings): MongooseModuleOptions => ({
  uri: mongodbUri,
  appName: 'sextant-notifications',
  autoIndex: false,
  autoCreate: false,
  maxPoolSize: databasePoolSize,
  serverSelectionTimeoutMS: SERVER_TIMEOUT_MS,
  socketTimeoutMS: 20_000,
  writeConcern: { w: 'majority', journal: true },
  // A service that cannot start exits: whoever runs it starts it again.
  retryAttempts: 0,
  connectionFactory: withIndexes,
});

/** Nothing has the connection before its indexes are made: the service is not ready without them. */
async function withIndexes(connection: Connection): Promise<Connection> {
  for (const { name, schema } of COLLECTIONS) await connection.model(name, schema).createIndexes();
  return connection;
}
