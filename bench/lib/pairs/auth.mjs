import { authCases } from '../auth-cases.mjs';
import { startAuthServer, temporaryFolder } from '../auth-servers.mjs';
import { startPostgres } from '../postgres.mjs';

export const project = 'auth-server';

export async function start(root) {
  const { folder, remove } = temporaryFolder();
  const postgres = await startPostgres();
  const databaseUrl = await postgres.newDatabase('auth');
  const server = await startAuthServer(folder, databaseUrl, { SWEEP_SECONDS: '5' }, root);
  const stop = async () => {
    await server.stop();
    await postgres.stop();
    remove();
  };
  return { ...server, kind: 'ours', stop };
}

export const cases = ({ seconds }) => authCases({ connections: 20, seconds });
