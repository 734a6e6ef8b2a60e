/** Whose flows, and of which IP-NFT, on whatever chain. */
export interface FlowPlace {
  readonly tenant: string;
  readonly ipnftId: string;
}

/** The channel that announces each step of a flow when its transaction commits. */
export const FLOW_CHANNEL = 'ipt_flows';

export const placeText = ({ tenant, ipnftId }: FlowPlace): string =>
  JSON.stringify([tenant, ipnftId]);
