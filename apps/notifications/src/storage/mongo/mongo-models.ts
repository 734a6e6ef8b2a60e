import mongoose, { type Connection } from 'mongoose';
import { modelsOf } from './mongo-schemas.js';

/** Longest wait for a server, at start and when it goes away. */
const SERVER_TIMEOUT_MS = 5000;

/** The members of `modelsOf` as a class, which Nest can inject. */
const Models = class {
  constructor(connection: Connection) {
    Object.assign(this, modelsOf(connection));
  }
} as unknown as new (connection: Connection) => ReturnType<typeof modelsOf>;

/** The collections of one connection. */
export class MongoModels extends Models {
  constructor(readonly connection: Connection) {
    super(connection);
  }

  /** Opens the database, with its indexes made. What is acknowledged is on a majority's disks. */
  static async open(uri: string, poolSize: number): Promise<MongoModels> {
    const connection = await mongoose
      .createConnection(uri, {
        appName: 'sextant-notifications',
        autoIndex: false,
        autoCreate: false,
        maxPoolSize: poolSize,
        serverSelectionTimeoutMS: SERVER_TIMEOUT_MS,
        socketTimeoutMS: 20_000,
        writeConcern: { w: 'majority', journal: true },
      })
      .asPromise();
    const models = new MongoModels(connection);
    for (const model of Object.values(connection.models)) await model.createIndexes();
    return models;
  }
}
