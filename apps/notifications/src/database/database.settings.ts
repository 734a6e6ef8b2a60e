import { optional, settingsOf, url } from '@sextant/platform-runtime/config';
import { postgresSettings } from '@sextant/platform-data/postgres';

/** Where everything is kept: `main.js migrate` needs no more. */
export class DatabaseSettings extends settingsOf({
  databaseUrl: optional({
    ...postgresSettings.databaseUrl,
    description: 'The PostgreSQL database of this service; MONGODB_URI may take its place.',
  }),
  databasePoolSize: {
    ...postgresSettings.databasePoolSize,
    description: 'Most connections to the database that one process opens.',
  },
  databaseMigrate: postgresSettings.databaseMigrate,
  mongodbUri: url(
    ['mongodb', 'mongodb+srv'],
    'MONGODB_URI',
    'A MongoDB database that everything is kept in instead of PostgreSQL.',
    { example: 'mongodb://user:password@mongo:27017/notifications?replicaSet=rs0', secret: true },
  ),
}) {}
