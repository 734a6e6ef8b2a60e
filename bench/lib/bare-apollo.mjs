/** Apollo on Express and nothing else: `/empty` answers at once, `/sql` with the statement that ipt-graphql runs. */
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';
import pg from 'pg';
import { BARE_TYPES, READS } from './ipt-reads.mjs';

const [port, databaseUrl] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });

const sql = Object.entries(READS).map(([name, { sql: text, values, answer }]) => [
  name,
  async (_parent, args) => {
    const { rows } = await pool.query({ name, text, values: values(args) });
    return { isSuccess: true, ...answer(rows) };
  },
]);
const empty = Object.keys(READS).map((name) => [name, () => ({ isSuccess: true })]);

const app = express();
for (const [path, resolvers] of [
  ['/empty', empty],
  ['/sql', sql],
]) {
  const Query = Object.fromEntries(resolvers);
  const server = new ApolloServer({ typeDefs: BARE_TYPES, resolvers: { Query } });
  await server.start();
  app.use(path, express.json({ limit: '1mb' }), expressMiddleware(server));
}
app.listen(Number(port), '127.0.0.1');
