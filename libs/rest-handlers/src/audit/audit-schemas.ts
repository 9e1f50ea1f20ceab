import { AUDIT_DECISIONS } from '@content-service/domain/internal/audit'
import { Type } from 'typebox'
import { personSchema } from '../schemas/people-schemas.ts'
import {
  counterSchema,
  idSchema,
  nullableSchema,
  objectSchema,
  textSchema,
  timestampSchema,
  wordSchema,
} from '../schemas/schema-terms.ts'

/** C7.10. */
export const auditEntrySchema = objectSchema(
  {
    title: 'AuditEntry',
    description: 'An allowed or denied operation, with its user and credential.',
  },
  {
    id: idSchema('the entry'),
    at: timestampSchema('The time of the operation.'),
    actor: Type.Unsafe<object | null>({
      anyOf: [personSchema, { type: 'null' }],
      description:
        'The user who acted; null without a credential, for a client that acts for itself, and for a job of the service.',
    }),
    credential: textSchema(200, 'The kind of credential, with its public name if it has one.'),
    action: textSchema(100, 'The name of the operation in the GraphQL interface.'),
    resource: textSchema(100, 'The kind of record.'),
    resourceId: nullableSchema(textSchema(300, 'The id of the record; null if the operation has no record.')),
    decision: wordSchema(AUDIT_DECISIONS, 'Whether the service allowed or denied the operation.'),
    address: nullableSchema(textSchema(100, 'The IP address of the client; null for a job of the service.')),
    requestId: textSchema(200, 'The id of the request, as in the log.'),
    field: nullableSchema(
      textSchema(100, 'The refused field of the GraphQL interface; null for a whole operation.'),
    ),
    reason: nullableSchema(textSchema(50, 'The error code of a refusal; null for an allowed operation.')),
    moreRefused: counterSchema(
      'How many more fields and records the service refused in the same request. They have no entry of their own.',
    ),
  },
)

/** C19.5. */
export const statusSchema = Type.Object(
  {
    status: wordSchema(['ready', 'not ready'], 'Whether the service can serve requests.'),
    checks: Type.Object({}, { additionalProperties: true, description: 'The checks of `/readyz`.' }),
    settings: Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'The settings by their environment variables: null for a default, and `hidden` for what can be a secret.',
      },
    ),
  },
  {
    title: 'ServiceStatus',
    description: 'The details of `/readyz`, with the settings.',
    additionalProperties: true,
  },
)
