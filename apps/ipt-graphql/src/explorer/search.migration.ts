import type { MigrationInterface, QueryRunner } from 'typeorm';

/** IP-NFTs by who ever got them; an index by symbol is there, and flows of a tenant are few enough. */
export class FindIpnfts1763700000056 implements MigrationInterface {
  name = 'FindIpnfts1763700000056';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "CREATE INDEX chain_events_by_receiver ON chain_events (chain_id, (args ->> 'to')) WHERE name = 'Transfer'",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX chain_events_by_receiver');
  }
}
