import { Interface, type InterfaceAbi } from 'ethers';
import { artifactOf } from './artifacts.js';

const OURS = ['IPNFT', 'Tokenizer', 'TermsAcceptedPermissioner'].flatMap(
  (name) => artifactOf(name).abi,
);

/**
 * Functions, events and errors of both contracts in one: errors of one surface at the other. What a file of the
 * operator describes wins over what ours have.
 */
export const contractInterface = (configured: readonly unknown[] = []): Interface =>
  new Interface(unique([...configured, ...OURS]) as InterfaceAbi);

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
