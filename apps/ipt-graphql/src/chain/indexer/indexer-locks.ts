/** Advisory locks of indexers are pairs: this number and the chain. */
export const INDEXER_LOCKS = 0x19f7;
