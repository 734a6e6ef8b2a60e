import { Get } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { GROUP_SCHEMA } from './scim-group.presenter.js';
import { listOf } from './messages/scim-query.js';
import { USER_SCHEMA } from './scim-user.presenter.js';
import { ScimAnswer, ScimController } from './scim.guard.js';
import { ScimAddress } from './scim-address.js';

const RESOURCE = { schema: { type: 'object', additionalProperties: true } } as const;
const no = { supported: false };
const text = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

/** What this server can do (RFC 7643 sections 5 to 7). */
@ScimController('')
export class ScimDiscoveryController {
  constructor(private readonly address: ScimAddress) {}

  @Get('ServiceProviderConfig')
  @ScimAnswer(200)
  @ApiResponse({ status: 200, ...RESOURCE })
  serviceProviderConfig() {
    return {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      patch: { supported: true },
      bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: 200 },
      changePassword: { supported: true },
      sort: no,
      etag: no,
      authenticationSchemes: [
        {
          type: 'oauthbearertoken',
          name: 'Bearer token',
          description: 'The token of the operator, SCIM_TOKEN.',
          primary: true,
        },
      ],
      meta: this.#meta('ServiceProviderConfig', 'ServiceProviderConfig'),
    };
  }

  @Get('ResourceTypes')
  @ScimAnswer(200)
  @ApiResponse({ status: 200, ...RESOURCE })
  resourceTypes() {
    const type = (name: string, schema: string) => ({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
      id: name,
      name,
      endpoint: `/${name}s`,
      schema,
      meta: this.#meta('ResourceType', `ResourceTypes/${name}`),
    });
    return listOf([type('User', USER_SCHEMA), type('Group', GROUP_SCHEMA)], {
      total: 2,
      offset: 0,
    });
  }

  @Get('Schemas')
  @ScimAnswer(200)
  @ApiResponse({ status: 200, ...RESOURCE })
  schemas() {
    const schema = (id: string, name: string, attributes: readonly object[]) => ({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
      id,
      name,
      attributes,
      meta: this.#meta('Schema', `Schemas/${id}`),
    });
    const all = [
      schema(USER_SCHEMA, 'User', USER_ATTRIBUTES),
      schema(GROUP_SCHEMA, 'Group', GROUP_ATTRIBUTES),
    ];
    return listOf(all, { total: all.length, offset: 0 });
  }

  #meta(resourceType: string, path: string) {
    return { resourceType, location: `${this.address.base}/${path}` };
  }
}

const several = (name: string, subAttributes: readonly object[], more: object = {}) => ({
  ...text(name, { type: 'complex', multiValued: true, ...more }),
  subAttributes,
});

const USER_ATTRIBUTES = [
  text('userName', { required: true, uniqueness: 'server' }),
  text('externalId', { caseExact: true }),
  {
    ...text('name', { type: 'complex' }),
    subAttributes: [text('formatted'), text('givenName'), text('familyName')],
  },
  text('displayName'),
  text('active', { type: 'boolean' }),
  text('password', { mutability: 'writeOnly', returned: 'never' }),
  several('emails', [text('value'), text('type'), text('primary', { type: 'boolean' })], {
    required: true,
  }),
  several('roles', [text('value')]),
  several('groups', [text('value'), text('display')], { mutability: 'readOnly' }),
];

const GROUP_ATTRIBUTES = [
  text('displayName', { required: true, uniqueness: 'server' }),
  text('externalId', { caseExact: true }),
  several('members', [text('value'), text('display'), text('type')]),
];
