/** Whose flows, and of which IP-NFT, on whatever chain. */
export interface FlowPlace {
  readonly tenant: string;
  readonly ipnftId: string;
}

/** The channel on which each step of a flow is told, when its transaction commits. */
export const FLOW_CHANNEL = 'ipt_flows';

export const placeText = ({ tenant, ipnftId }: FlowPlace): string =>
  JSON.stringify([tenant, ipnftId]);
