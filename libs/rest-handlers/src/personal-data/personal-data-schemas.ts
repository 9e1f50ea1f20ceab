import { EXPORT_STATES } from '@content-service/domain'
import { Type } from 'typebox'
import { givenPassword } from '../accounts/account-schemas.ts'
import { bodyType } from '../body.ts'
import { closed, idOf, nullable, nullableTimestamp, textUpTo, timestampOf, wordOf } from '../schema-terms.ts'

export const exportSchema = Type.Object(
  {
    id: idOf('the export'),
    state: wordOf(EXPORT_STATES, 'PENDING while it is made, READY for 24 hours, EXPIRED after that.'),
    requestedAt: timestampOf('When it was asked for.'),
    readyAt: nullableTimestamp('Since when it can be had; null until then.'),
    expiresAt: nullableTimestamp('Until when it can be had; null until then.'),
    url: nullable(
      textUpTo(
        2_048,
        'Where it is, while it is READY. Whoever has it has the file; it takes no credential.',
        {
          format: 'uri',
        },
      ),
    ),
  },
  {
    ...closed,
    title: 'DataExport',
    description: 'A file with all that is kept about oneself: newline-delimited JSON, a record a line.',
  },
)

export const erasureBody = bodyType(
  Type.Object(
    { password: Type.Optional(givenPassword) },
    {
      ...closed,
      title: 'Erasure',
      description: 'The password, where it is one’s own account; otherwise an empty object.',
    },
  ),
)
