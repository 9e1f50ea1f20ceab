import { copy } from '../engine/conditions/copy.ts'
import { KINDS } from '../engine/conditions/kind.ts'
import { LONGEST_REASON } from '../engine/policy/reason.ts'
import { ORDERED_KINDS } from './ordered-kinds.ts'

const name = { type: 'string', pattern: '^[^:*]+$' }
const names = { type: 'array', items: { type: 'string', minLength: 1 }, uniqueItems: true }
const exactly = <P extends object>(properties: P, ...optional: readonly string[]) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((property) => !optional.includes(property)),
  additionalProperties: false,
})

const attribute = { type: 'string', minLength: 1 }
const kind = { type: 'string', enum: KINDS }
const declaredKind = { type: 'string', enum: [...KINDS, ...ORDERED_KINDS.keys()] }
const ORDERS = ['lt', 'lte', 'gt', 'gte']
const by = { $ref: '#/$defs/function' }
const operand = (...values: readonly object[]) => ({ oneOf: [...values, { $ref: '#/$defs/reference' }] })
const comparison = (ops: readonly string[], ...values: readonly object[]) =>
  exactly({ op: { enum: ops }, attribute, kind, value: operand(...values) }, 'kind')
/** A comparison of an attribute, or of the result of a text function for it. */
const ofText = (ops: readonly string[], ...values: readonly object[]) =>
  exactly({ op: { enum: ops }, attribute, by, kind, value: operand(...values) }, 'by', 'kind')

const year = '(\\d{4}|[+-]\\d{6})'
const leapYear = '([+-]\\d\\d)?(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)'
const hour = '([01]\\d|2[0-3])'
const day = [
  `${year}-(0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])`,
  `${year}-(0[469]|11)-(0[1-9]|[12]\\d|30)`,
  `${year}-02-(0[1-9]|1\\d|2[0-8])`,
  `${leapYear}-02-29`,
]
const time = `T${hour}:[0-5]\\d(:[0-5]\\d(\\.\\d+)?)?(Z|[+-]${hour}:[0-5]\\d)`

/** The JSON Schema (draft 2020-12) of a policy; also `policy.schema.json` in the package. */
export const policySchema = copy({
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
          'The attributes of each resource that conditions and field rules may name, as a list or with their kinds: {"articles": {"ownerId": "integer"}}. The attributes of a resource that is not listed are not checked.',
        type: 'object',
        additionalProperties: { oneOf: [names, { $ref: '#/$defs/kinds' }] },
      },
      roles: {
        description: 'Each role with its rules. Every subject has the rules of the role "*".',
        type: 'object',
        additionalProperties: { $ref: '#/$defs/role' },
      },
      roleOn: {
        description:
          'The roles that a subject has on some rows: {"articles": {"EDITOR": {"op": "eq", "attribute": "editorId", "value": {"subject": "id"}}}}.',
        type: 'object',
        additionalProperties: { type: 'object', additionalProperties: { $ref: '#/$defs/condition' } },
      },
      grantsShowAllFields: {
        ...names,
        description: 'The permissions that show all fields to a subject that has them directly.',
      },
    },
    '$schema',
    'attributes',
    'roleOn',
    'grantsShowAllFields',
  ),
  $defs: {
    role: exactly({ inherits: names, rules: { type: 'array', items: { $ref: '#/$defs/rule' } } }, 'inherits'),
    rule: exactly(
      {
        effect: { enum: ['allow', 'deny'] },
        permissions: { ...names, minItems: 1, description: 'articles:read, articles:*, *:read or *' },
        when: { $ref: '#/$defs/condition' },
        after: { $ref: '#/$defs/condition' },
        omit: {
          ...names,
          description: 'Fields that a subject does not see if no other rule allows the request.',
        },
        mask: {
          ...names,
          description: 'Fields that a subject sees only masked if no other rule allows the request.',
        },
        fields: {
          ...names,
          description: 'An allow rule allows no other fields. A deny rule denies only these fields.',
        },
        reason: {
          description: 'Why the rule exists. A decision gives it back with the rule.',
          type: 'string',
          minLength: 1,
          maxLength: LONGEST_REASON,
        },
      },
      'when',
      'after',
      'omit',
      'mask',
      'fields',
      'reason',
    ),
    condition: {
      oneOf: [
        exactly({
          op: { enum: ['and', 'or'] },
          conditions: { type: 'array', items: { $ref: '#/$defs/condition' } },
        }),
        exactly({ op: { const: 'not' }, condition: { $ref: '#/$defs/condition' } }),
        exactly({ op: { const: 'subject' }, condition: { $ref: '#/$defs/condition' } }),
        exactly({ op: { enum: ['is', 'some'] }, attribute, condition: { $ref: '#/$defs/condition' } }),
        exactly({ op: { const: 'isNull' }, attribute, kind }, 'kind'),
        exactly({ op: { const: 'may' }, attribute, permission: { type: 'string', minLength: 1 } }),
        ofText(['in'], { type: 'array', items: { $ref: '#/$defs/scalar' } }),
        ofText(['eq'], { $ref: '#/$defs/scalar' }, { $ref: '#/$defs/sibling' }),
        ofText(['startsWith', 'endsWith', 'includes'], { type: 'string' }),
        exactly({ op: { enum: ORDERS }, attribute, by, value: operand({ type: 'string' }) }),
        comparison(ORDERS, { $ref: '#/$defs/ordered' }, { $ref: '#/$defs/sibling' }),
        comparison(['contains'], { $ref: '#/$defs/scalar' }),
      ],
    },
    kinds: {
      description:
        'Attributes with their kinds. An object has its own attributes: {"owner": {"teamId": "integer"}}; the objects of a list, too: {"members": [{"userId": "integer"}]}.',
      type: 'object',
      additionalProperties: {
        oneOf: [
          declaredKind,
          { $ref: '#/$defs/kinds' },
          { type: 'array', items: { $ref: '#/$defs/kinds' }, minItems: 1, maxItems: 1 },
        ],
      },
    },
    reference: {
      description: 'An attribute of the subject: {"subject": "id"}.',
      ...exactly({ subject: { type: 'string', minLength: 1 } }),
    },
    sibling: {
      description: 'Another attribute of the same object: {"attribute": "endsAt"}.',
      ...exactly({ attribute, kind }, 'kind'),
    },
    function: {
      description:
        'The name of a text function, whose result for the attribute the condition compares; or numeric or day, to compare texts in that order.',
      type: 'string',
      minLength: 1,
    },
    scalar: { oneOf: [{ type: ['string', 'boolean'] }, { $ref: '#/$defs/ordered' }] },
    ordered: {
      description: 'Text and booleans have no order, except decimals and days: {"by": "numeric"}.',
      oneOf: [
        { type: 'number' },
        exactly({
          date: {
            description:
              'a day of the calendar (2026-01-31), with a time only if it has a zone (2026-01-31T10:00:00Z)',
            type: 'string',
            pattern: `^(${day.join('|')})(${time})?$`,
          },
        }),
        exactly({ bigint: { type: 'string', pattern: '^-?\\d+$' } }),
        exactly({ number: { enum: ['Infinity', '-Infinity'] } }),
      ],
    },
  },
} as const)
