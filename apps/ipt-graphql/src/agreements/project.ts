import { Fields, SYMBOL } from '../fields/fields.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import { parseObject, type JsonObject } from '../fields/strict-json.js';

/** What an assignment agreement is made of (spec 3, part 2.B). */
export interface AssignmentRequest {
  readonly project: JsonObject;
  readonly wallet: string;
  readonly chainId: number;
  readonly ipnftId: string;
  readonly symbol: string;
}

/** What a membership agreement is made of; without a chain it means the only flow of its IP-NFT. */
export interface MembershipRequest {
  readonly ipnftId: string;
  readonly symbol: string;
  readonly title: string;
  readonly chainId?: number;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const INT32 = 2 ** 31 - 1;

/** @throws {Problem} `INVALID_INPUT`, naming the member */
export function parseProjectData(text: string): AssignmentRequest {
  const fields = new Fields(parseObject(text, 'projectData'), IPT_ERRORS.invalidInput);
  const project = fields.object('project');
  const symbol = project.text('initialSymbol', SYMBOL);
  return {
    project: {
      name: project.text('name', { max: 200 }),
      description: project.text('description', { max: 10_000 }),
      initialSymbol: symbol,
      ...details(project),
    },
    wallet: fields.address('connectedWalletAddress'),
    chainId: fields.integer('chainId', INT32),
    ipnftId: fields.ipnftId('ipnftId'),
    symbol,
  };
}

/** Organization, topic, lead and funding: the same in `projectData` and in metadata. */
export function details(project: Fields): JsonObject {
  const lead = project.object('research_lead');
  const funding = project.object('funding_amount');
  return {
    organization: project.text('organization', { max: 120 }),
    topic: project.text('topic', { min: 3, max: 80 }),
    research_lead: {
      name: lead.text('name', { min: 3, max: 120 }),
      email: lead.text('email', {
        max: 254,
        pattern: EMAIL,
        expected: 'must be an e-mail address',
      }),
    },
    funding_amount: {
      value: funding.number('value'),
      currency: funding.text('currency', { max: 20 }),
      currency_type: funding.text('currency_type', { max: 20 }),
      decimals: funding.integer('decimals', 36),
    },
    ...(project.has('industry') ? { industry: project.text('industry', { max: 80 }) } : {}),
  };
}

/** @throws {Problem} `INVALID_INPUT`, naming the member */
export function parseAgreementData(text: string): MembershipRequest {
  const fields = new Fields(parseObject(text, 'agreementData'), IPT_ERRORS.invalidInput);
  return {
    ipnftId: fields.ipnftId('ipnftId'),
    symbol: fields.text('symbol', SYMBOL),
    title: fields.text('title', { max: 200 }),
    ...(fields.has('chainId') ? { chainId: fields.integer('chainId', INT32) } : {}),
  };
}
