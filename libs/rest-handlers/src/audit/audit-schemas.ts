import { AUDIT_DECISIONS } from '@content-service/domain'
import { Type } from 'typebox'
import { personSchema } from '../people-schemas.ts'
import { closed, idOf, nullable, textUpTo, timestampOf, wordOf } from '../schema-terms.ts'

/** C7.10. */
export const auditEntrySchema = Type.Object(
  {
    id: idOf('the entry'),
    at: timestampOf('When it was done or refused.'),
    actor: Type.Unsafe<object | null>({
      anyOf: [personSchema, { type: 'null' }],
      description: 'The user who acted; null for nobody, for a client that speaks for itself, and for a job.',
    }),
    credential: textUpTo(200, 'The kind of credential, with its public name where it has one.'),
    action: textUpTo(100, 'The operation, as the typed interface calls it.'),
    resource: textUpTo(100, 'The kind of record.'),
    resourceId: nullable(textUpTo(300, 'The id of the record; null where there is none.')),
    decision: wordOf(AUDIT_DECISIONS, 'Whether it was done or refused.'),
    address: nullable(textUpTo(100, 'The address of the client; null for a job.')),
    requestId: textUpTo(200, 'The id of the request, as in the log.'),
  },
  { ...closed, title: 'AuditEntry', description: 'Who did what, or was refused.' },
)
