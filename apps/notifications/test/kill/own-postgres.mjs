// Starts a PostgreSQL of its own in the folder that is given, prints its address and process as
// JSON, and leaves it running: for tests that kill it.
import { ensurePostgres } from '../../../../scripts/postgres/postgres.mjs';

const [dataDir, port] = process.argv.slice(2);
const { adminUrl, child } = await ensurePostgres({
  dataDir,
  isDataExplicit: true,
  port: Number(port),
  portVariable: 'PGPORT',
  settings: [],
});
process.stdout.write(`${JSON.stringify({ url: adminUrl, pid: child.pid })}\n`, () => {
  process.exit(0);
});
