import { EventFragment, getAddress, getBytes, type Interface } from 'ethers';
import { chainText } from '../chain-text.js';

interface Place {
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly logIndex: number;
  readonly transactionHash: string;
}

/** An event of the contracts that flows and reads are made of. */
export interface IndexedEvent extends Place {
  readonly name: 'Reserved' | 'IPNFTMinted' | 'Transfer' | 'TokensCreated';
  readonly ipnftId: string;
  readonly args: Readonly<Record<string, string>>;
  /** Texts that cannot be shown as the chain has them, with what it has. */
  readonly replaced: readonly ReplacedText[];
}

export interface ReplacedText {
  readonly field: string;
  readonly bytes: Uint8Array;
}

/** A log that has the name of one of the events, and not its shape. */
export interface RefusedLog extends Place {
  readonly contract: string;
  /** The name of the event. */
  readonly topic: string;
  readonly reason: string;
}

export interface DecodedLogs {
  readonly events: readonly IndexedEvent[];
  readonly refused: readonly RefusedLog[];
}

export interface RpcLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: string;
  readonly blockHash: string;
  readonly logIndex: string;
  readonly transactionHash: string;
}

/** Characters; what is longer is kept as bytes, and cut where it is shown. */
const [SHORT, ADDRESS] = [256, 8192];

const TOKENS = {
  ...{ tokenContract: SHORT, emitter: SHORT, amount: SHORT },
  ...{ agreementCid: SHORT, name: SHORT, symbol: SHORT },
} as const;

/** Event, the argument with the token's id, the arguments that are kept, and how long their text may be. */
const EVENTS = [
  { name: 'Reserved', id: 'reservationId', kept: { reserver: SHORT } },
  { name: 'IPNFTMinted', id: 'tokenId', kept: { owner: SHORT, tokenURI: ADDRESS, symbol: SHORT } },
  { name: 'Transfer', id: 'tokenId', kept: { from: SHORT, to: SHORT } },
  { name: 'TokensCreated', id: 'ipnftId', kept: TOKENS },
  // What the deployed contract called it until version 1.1.
  { name: 'TokensCreated', on: 'MoleculesCreated', id: 'ipnftId', kept: TOKENS },
] as const;

interface Shape {
  readonly event: (typeof EVENTS)[number];
  readonly fragment: EventFragment;
}

/**
 * Decodes logs one by one, so that what one stranger wrote hides nothing of anybody else. Texts are read as bytes,
 * which the ABI encodes alike: decoding them as strings throws where they are not UTF-8.
 *
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html
 */
export class EventDecoder {
  readonly #shapes: ReadonlyMap<string, Shape>;

  constructor(private readonly contracts: Interface) {
    this.#shapes = new Map(
      EVENTS.map((event) => {
        const fragment = contracts.getEvent('on' in event ? event.on : event.name);
        return [fragment?.topicHash ?? '', { event, fragment: withBytes(fragment) }] as const;
      }),
    );
  }

  get topics(): readonly string[] {
    return [...this.#shapes.keys()];
  }

  decode(logs: readonly RpcLog[]): DecodedLogs {
    const events: IndexedEvent[] = [];
    const refused: RefusedLog[] = [];
    for (const log of logs) {
      const shape = this.#shapes.get(log.topics[0] ?? '');
      if (shape === undefined) continue;
      try {
        events.push(this.#read(log, shape));
      } catch (error) {
        refused.push(refusalOf(log, shape.event.name, error));
      }
    }
    return { events, refused };
  }

  #read(log: RpcLog, { event, fragment }: Shape): IndexedEvent {
    // Of an anonymous event, every topic is an argument.
    const values = this.contracts.decodeEventLog(fragment, log.data, log.topics.slice(1));
    const replaced: ReplacedText[] = [];
    const valueOf = (name: string, maxCharacters: number): string => {
      const value: unknown = values.getValue(name);
      if (fragment.inputs.find((input) => input.name === name)?.type !== 'bytes') {
        return String(value);
      }
      const bytes = getBytes(String(value));
      const { text, isExact } = chainText(bytes, maxCharacters);
      if (!isExact) replaced.push({ field: name, bytes });
      return text;
    };
    const kept = Object.entries(event.kept).map(
      ([name, max]) => [name, valueOf(name, max)] as const,
    );
    return {
      ...placeOf(log),
      name: event.name,
      ipnftId: valueOf(event.id, SHORT),
      args: Object.fromEntries([...kept, ['contract', getAddress(log.address)]]),
      replaced,
    };
  }
}

function withBytes(fragment: EventFragment | null): EventFragment {
  if (fragment === null) throw new Error('The contracts lack an event that is indexed.');
  const json = JSON.parse(fragment.format('json')) as { inputs: { type: string }[] };
  const inputs = json.inputs.map((input) => ({
    ...input,
    type: input.type === 'string' ? 'bytes' : input.type,
  }));
  return EventFragment.from({ ...json, inputs, anonymous: true });
}

const placeOf = (log: RpcLog): Place => ({
  blockNumber: Number(log.blockNumber),
  blockHash: log.blockHash,
  logIndex: Number(log.logIndex),
  transactionHash: log.transactionHash,
});

const refusalOf = (log: RpcLog, topic: string, error: unknown): RefusedLog => ({
  ...placeOf(log),
  contract: getAddress(log.address),
  topic,
  reason: String((error as { readonly shortMessage?: string }).shortMessage ?? error).slice(0, 200),
});
