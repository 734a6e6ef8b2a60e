/** Apollo on Express and nothing else: `/empty` answers at once, `/sql` with one query of PostgreSQL. */
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';
import pg from 'pg';

const [port, databaseUrl] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const typeDefs = `type Result { isSuccess: Boolean! available: Boolean }
  type Query { symbolAvailable(symbol: String, chainId: Int): Result! }`;

const app = express();
for (const [path, symbolAvailable] of [
  ['/empty', () => ({ isSuccess: true, available: true })],
  [
    '/sql',
    async (_parent, { symbol, chainId }) => {
      const text =
        'SELECT tenant, ipnft_id FROM symbols WHERE chain_id = $1 AND symbol = upper($2)';
      const { rows } = await pool.query(text, [chainId, symbol]);
      return { isSuccess: true, available: rows.length === 0 };
    },
  ],
]) {
  const server = new ApolloServer({ typeDefs, resolvers: { Query: { symbolAvailable } } });
  await server.start();
  app.use(path, express.json({ limit: '1mb' }), expressMiddleware(server));
}
app.listen(Number(port), '127.0.0.1');
