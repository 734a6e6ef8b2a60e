import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from './transactions.js';

interface Answer<Row> {
  readonly rows: Row[];
}

interface Pool {
  query<Row>(statement: {
    readonly name: string;
    readonly text: string;
    readonly values: readonly unknown[];
  }): Promise<Answer<Row>>;
}

/**
 * The few statements that nearly every request needs, prepared once a connection: the server plans
 * them once, and TypeORM's own bookkeeping, which costs as much as the statement, is left out.
 */
@Injectable()
export class PreparedStatements {
  constructor(private readonly source: DataSource) {}

  /** @param name stands for the text, on every connection of the pool */
  async rows<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    const statement = { name, text, values };
    const answer = await inTransaction(
      async ({ queryRunner }) => {
        const connection = (await queryRunner?.connect()) as Pool;
        return connection.query<Row>(statement);
      },
      () => this.#pool.query<Row>(statement),
    );
    return answer.rows;
  }

  get #pool(): Pool {
    return (this.source.driver as unknown as { readonly master: Pool }).master;
  }
}
