import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What single owners of Safes have signed. */
export class CollectSafeSignatures1763700000070 implements MigrationInterface {
  name = 'CollectSafeSignatures1763700000070';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE safe_signatures (
       tenant text NOT NULL,
       chain_id integer NOT NULL,
       safe text NOT NULL,
       digest text NOT NULL,
       owner text NOT NULL,
       kind text NOT NULL CHECK (kind IN ('EIP712', 'ETH_SIGN', 'CONTRACT', 'APPROVED_HASH')),
       signature text NOT NULL,
       signed_at timestamptz NOT NULL DEFAULT now(),
       PRIMARY KEY (tenant, chain_id, safe, digest, owner)
     )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE safe_signatures');
  }
}
