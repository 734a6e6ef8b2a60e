import type { Draft, Project } from './draft.js';

const details = ({ organization, topic, leadName, leadEmail, funding, currency }: Project) => ({
  organization: organization.trim(),
  topic: topic.trim(),
  research_lead: { name: leadName.trim(), email: leadEmail.trim() },
  funding_amount: {
    value: Number(funding),
    currency: currency.trim(),
    currency_type: 'ISO4217',
    decimals: 2,
  },
});

export interface ProjectPlace {
  readonly account: string;
  readonly chainId: number;
  readonly ipnftId: string;
}

export const projectData = (project: Project, { account, chainId, ipnftId }: ProjectPlace) => ({
  project: {
    name: project.name.trim(),
    description: project.description.trim(),
    initialSymbol: project.symbol.trim(),
    ...details(project),
  },
  connectedWalletAddress: account,
  chainId,
  ipnftId,
});

export const metadataOf = (project: Project, agreement: NonNullable<Draft['agreement']>) => ({
  name: project.name.trim(),
  description: project.description.trim(),
  external_url: project.link.trim(),
  // The terms are signed after the metadata is stored, so that no signature can stand here: every client sends this word.
  terms_signature: 'placeholder',
  properties: {
    initial_symbol: project.symbol.trim(),
    project_details: details(project),
    agreements: [
      {
        type: 'Assignment Agreement',
        url: agreement.uri,
        mime_type: 'application/json',
        content_hash: agreement.hash,
      },
    ],
  },
});
