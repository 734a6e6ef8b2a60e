import { Interface, type InterfaceAbi } from 'ethers';
import { artifactOf } from './artifacts.js';

const OURS = ['IPNFT', 'Tokenizer', 'TermsAcceptedPermissioner'].flatMap(
  (name) => artifactOf(name).abi,
);

/** What the contracts deployed by Molecule had in former versions, at the same addresses. */
const FORMER = Interface.from([
  `event MoleculesCreated(uint256 indexed moleculesId, uint256 indexed ipnftId, address indexed tokenContract,
     address emitter, uint256 amount, string agreementCid, string name, string symbol)`,
]);

/**
 * Functions, events and errors of both contracts in one: errors of one surface at the other. What a file of the
 * operator describes wins over what ours have.
 */
export const contractInterface = (configured: readonly unknown[] = []): Interface =>
  new Interface(unique([...configured, ...OURS, ...formerFragments()]) as InterfaceAbi);

const formerFragments = (): readonly unknown[] => JSON.parse(FORMER.formatJson()) as unknown[];

interface Fragment {
  readonly type?: string;
  readonly name?: string;
  readonly inputs?: readonly { readonly type: string }[];
}

function unique(fragments: readonly unknown[]): readonly unknown[] {
  const seen = new Set<string>();
  return fragments.filter((fragment) => {
    if (typeof fragment === 'string') return true;
    const { type = '', name = '', inputs = [] } = fragment as Fragment;
    const signature = `${type} ${name}(${inputs.map((input) => input.type).join()})`;
    if (type === 'constructor' || seen.has(signature)) return false;
    seen.add(signature);
    return true;
  });
}
