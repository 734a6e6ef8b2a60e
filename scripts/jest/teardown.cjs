const pg = require('pg');

/** Drops the databases that `libs/platform/testing` has made as templates for this run. */
module.exports = async ({ seed }) => {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) return; // the server is a throw-away one, and may have ended by now

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      String.raw`SELECT datname FROM pg_database WHERE datname LIKE '%template\_%\_' || $1`,
      [String(seed >>> 0)],
    );
    for (const { datname } of rows) {
      await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
    }
  } finally {
    await client.end();
  }
};
