import { anAddress, aText, textsWith, textWith } from './names.js';

export const nomadOptions = {
  nomadAddress: anAddress({
    name: 'NOMAD_IN_ADDRESS',
    also: ['NOMAD_IN_URL'],
    description: 'Nomad whose event stream is relayed.',
    example: 'https://nomad.example:4646',
  }),
  nomadToken: aText({
    name: 'NOMAD_IN_TOKEN',
    description: 'Its ACL token.',
    example: 'xxx',
    secret: true,
  }),
  nomadTopics: textsWith(
    {
      name: 'NOMAD_IN_TOPICS',
      description: 'Topics, as Topic or Topic:key.',
      example: 'Job,Allocation,Deployment',
    },
    ['*'],
  ),
  nomadNamespace: textWith(
    { name: 'NOMAD_IN_NAMESPACE', description: 'Namespace; all if it is *.', example: 'shop' },
    '*',
  ),
};
