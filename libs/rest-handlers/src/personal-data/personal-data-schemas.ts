import { EXPORT_STATES } from '@content-service/domain'
import { Type } from 'typebox'
import { givenPassword } from '../accounts/account-schemas.ts'
import { bodyType } from '../body.ts'
import { closed, idOf, nullable, nullableTimestamp, textUpTo, timestampOf, wordOf } from '../schema-terms.ts'

export const exportSchema = Type.Object(
  {
    id: idOf('the export'),
    state: wordOf(
      EXPORT_STATES,
      'PENDING: the service is creating the file. READY: you can download the file for 24 hours. EXPIRED: the download has ended.',
    ),
    requestedAt: timestampOf('The time at which you requested the export.'),
    readyAt: nullableTimestamp('The time at which the file was ready; null until then.'),
    expiresAt: nullableTimestamp('The time at which the file expires; null until it is ready.'),
    url: nullable(
      textUpTo(
        2_048,
        'The address of the file, while the state is READY. Keep the address secret: everybody who knows it can download the file without a credential.',
        {
          format: 'uri',
        },
      ),
    ),
  },
  {
    ...closed,
    title: 'DataExport',
    description:
      'A file with all data that the service stores about you: newline-delimited JSON, one record per line.',
  },
)

export const erasureBody = bodyType(
  Type.Object(
    { password: Type.Optional(givenPassword) },
    {
      ...closed,
      title: 'Erasure',
      description: 'Your password, if you erase your own account. Otherwise an empty object.',
    },
  ),
)
