import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRequire } from 'node:module';
import { ContractFactory, toQuantity, type InterfaceAbi } from 'ethers';
import { contractInterface } from '../src/chain/contracts/contracts.js';
import type { RpcLog } from '../src/chain/contracts/event-decoder.js';
import { IndexedChain, placesOf } from './indexed-chain.js';
import { startService, type StartedService } from './started-service.js';

const require = createRequire(import.meta.url);
const BLOCKS = 10_000;
const EVENTS_IN_BLOCK = 10;
/** A block has no room for what the next transaction may use, once the first has used something: it has one. */
const [BLOCK_GAS, TRANSACTION_GAS] = [460_000, 450_000];
const CHAIN_ID = 11155111;

/** Ten events of the kinds that the contracts have, with ids of their own. */
const SOURCE = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;
contract Busy {
  event Reserved(address indexed reserver, uint256 indexed reservationId);
  event IPNFTMinted(address indexed owner, uint256 indexed tokenId, string tokenURI, string symbol);
  event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
  event TokensCreated(uint256 indexed moleculesId, uint256 indexed ipnftId, address indexed tokenContract,
    address emitter, uint256 amount, string agreementCid, string name, string symbol);
  function act(uint256 first, string calldata symbol) external {
    for (uint256 id = first; id < first + 3; id++) {
      emit Reserved(msg.sender, id);
      emit Transfer(address(0), msg.sender, id);
      emit IPNFTMinted(msg.sender, id, "ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy", symbol);
    }
    emit TokensCreated(first, first, address(uint160(first)), msg.sender, 1 ether, "bafkrei", "Tokens", symbol);
  }
}`;

function busyContract(): { readonly abi: InterfaceAbi; readonly bytecode: string } {
  const solc = require('solc') as { compile(input: string): string };
  const input = {
    language: 'Solidity',
    sources: { 'Busy.sol': { content: SOURCE } },
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  };
  const { contracts } = JSON.parse(solc.compile(JSON.stringify(input))) as {
    contracts: {
      'Busy.sol': { Busy: { abi: InterfaceAbi; evm: { bytecode: { object: string } } } };
    };
  };
  const { abi, evm } = contracts['Busy.sol'].Busy;
  return { abi, bytecode: `0x${evm.bytecode.object}` };
}

describe('a busy chain', () => {
  let service: StartedService;
  let address: string;

  beforeAll(async () => {
    service = await startService();
    const { chain } = service;
    const { abi, bytecode } = busyContract();
    const contract = await new ContractFactory(abi, bytecode, chain.wallet(2)).deploy();
    address = await contract.getAddress();
    await chain.send('evm_setBlockGasLimit', [toQuantity(BLOCK_GAS)]);
    await chain.send('evm_setAutomine', [false]);
    const from = chain.wallet(2).address;
    const nonce = await chain.provider.getTransactionCount(from);
    for (let start = 0; start < BLOCKS; start += 500) {
      const calls = Array.from({ length: 500 }, (_, index) => ({
        ...{ from, to: address, gas: toQuantity(TRANSACTION_GAS) },
        nonce: toQuantity(nonce + start + index),
        data: contract.interface.encodeFunctionData('act', [
          3 * (start + index),
          `S${start + index}`,
        ]),
      }));
      await Promise.all(calls.map((call) => chain.send('eth_sendTransaction', [call])));
      await chain.send('anvil_mine', [toQuantity(500)]);
    }
    await chain.send('anvil_mine', [toQuantity(1)]);
    // The node takes longer for each block, the more there are.
  }, 900_000);
  afterAll(() => service.close());

  it(`of ${BLOCKS * EVENTS_IN_BLOCK} events in ${BLOCKS} blocks is indexed as eth_getLogs has it`, async () => {
    const index = new IndexedChain(service, {
      ...{ urls: [service.chain.rpcUrl], endpointChainId: CHAIN_ID, addresses: [address] },
    });
    const beganMs = performance.now();

    await index.follow();

    const tookMs = performance.now() - beganMs;
    const logs = await logsOf();
    expect(logs).toHaveLength(BLOCKS * EVENTS_IN_BLOCK);
    expect(new Set(logs.map(({ blockNumber }) => blockNumber)).size).toBe(BLOCKS);
    expect(await index.stored()).toEqual(placesOf(logs));
    expect(await storedNames(index.chainId)).toEqual(namesOf(logs));
    process.stdout.write(
      `Indexed ${logs.length} events of ${BLOCKS} blocks in ${(tookMs / 1000).toFixed(1)} s.\n`,
    );
  }, 900_000);

  const logsOf = async (): Promise<readonly RpcLog[]> => {
    const logs: RpcLog[] = [];
    const height = await service.chain.provider.getBlockNumber();
    for (let from = 0; from <= height; from += 1000) {
      const range = { fromBlock: toQuantity(from), toBlock: toQuantity(from + 999) };
      const some = await service.chain.send('eth_getLogs', [{ address, ...range }]);
      logs.push(...(some as readonly RpcLog[]));
    }
    return logs;
  };
  const storedNames = async (chainId: number): Promise<readonly string[]> => {
    const rows = await service.database.query<{ said: string }>(
      `SELECT concat_ws(' ', name, ipnft_id, args ->> 'symbol') AS said FROM chain_events
       WHERE chain_id = ${chainId} ORDER BY block_number, log_index`,
    );
    return rows.map(({ said }) => said);
  };
  const namesOf = (logs: readonly RpcLog[]): readonly string[] => {
    const contracts = contractInterface();
    return logs.map((log) => {
      const { name = '', args } = contracts.parseLog(log) ?? {};
      const { reservationId, tokenId, ipnftId, symbol } = args?.toObject() ?? {};
      const id = String(reservationId ?? tokenId ?? ipnftId);
      return [name, id, ...(symbol === undefined ? [] : [String(symbol)])].join(' ');
    });
  };
});
