const name = { type: 'string', pattern: '^[^:*]+$' }
const names = { type: 'array', items: { type: 'string', minLength: 1 }, uniqueItems: true }
const exactly = <P extends object>(properties: P, ...optional: readonly string[]) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((property) => !optional.includes(property)),
  additionalProperties: false,
})

const attribute = { type: 'string', minLength: 1 }
const comparison = (ops: readonly string[], value: object) => exactly({ op: { enum: ops }, attribute, value })

/** The JSON Schema (draft 2020-12) of a policy; also `policy.schema.json` in the package. */
export const policySchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:content-service:authz:policy',
  title: 'Policy',
  description: 'The resources, their actions, and the rules of each role.',
  ...exactly(
    {
      $schema: { type: 'string' },
      resources: {
        description: 'Each resource with its actions: {"articles": ["read", "write"]}.',
        type: 'object',
        propertyNames: name,
        additionalProperties: { type: 'array', items: name, uniqueItems: true },
      },
      attributes: {
        description:
          'The attributes of each resource that conditions and field rules may name. The attributes of a resource that is not listed are not checked.',
        type: 'object',
        additionalProperties: names,
      },
      roles: { type: 'object', additionalProperties: { $ref: '#/$defs/role' } },
    },
    '$schema',
    'attributes',
  ),
  $defs: {
    role: exactly({ inherits: names, rules: { type: 'array', items: { $ref: '#/$defs/rule' } } }, 'inherits'),
    rule: exactly(
      {
        effect: { enum: ['allow', 'deny'] },
        permissions: { ...names, minItems: 1, description: 'articles:read, articles:* or *' },
        when: { $ref: '#/$defs/condition' },
        omit: {
          ...names,
          description: 'Fields that a subject does not see if no other rule allows the request.',
        },
        mask: {
          ...names,
          description: 'Fields that a subject sees only masked if no other rule allows the request.',
        },
      },
      'when',
      'omit',
      'mask',
    ),
    condition: {
      oneOf: [
        exactly({
          op: { enum: ['and', 'or'] },
          conditions: { type: 'array', items: { $ref: '#/$defs/condition' } },
        }),
        exactly({ op: { const: 'not' }, condition: { $ref: '#/$defs/condition' } }),
        exactly({ op: { const: 'isNull' }, attribute }),
        comparison(['in'], {
          oneOf: [{ type: 'array', items: { $ref: '#/$defs/scalar' } }, { $ref: '#/$defs/reference' }],
        }),
        comparison(['eq', 'lt', 'lte', 'gt', 'gte', 'contains'], {
          oneOf: [{ $ref: '#/$defs/scalar' }, { $ref: '#/$defs/reference' }],
        }),
      ],
    },
    reference: {
      description: 'An attribute of the subject: {"subject": "id"}.',
      ...exactly({ subject: { type: 'string', minLength: 1 } }),
    },
    scalar: {
      oneOf: [
        { type: ['string', 'number', 'boolean'] },
        exactly({
          date: {
            type: 'string',
            pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2}))?$',
          },
        }),
        exactly({ bigint: { type: 'string', pattern: '^-?\\d+$' } }),
        exactly({ number: { enum: ['Infinity', '-Infinity'] } }),
      ],
    },
  },
} as const
