import { EXPORT_STATES } from '@content-service/domain/internal/personal-data'
import { Type } from 'typebox'
import { givenPassword } from '../accounts/account-schemas.ts'
import { createBody } from '../requests/body.ts'
import {
  idSchema,
  nullableSchema,
  nullableTimestampSchema,
  objectSchema,
  textSchema,
  timestampSchema,
  wordSchema,
} from '../schemas/schema-terms.ts'

export const exportSchema = objectSchema(
  {
    title: 'DataExport',
    description:
      'A file with all data that the service stores about you: newline-delimited JSON, one record per line.',
  },
  {
    id: idSchema('the export'),
    state: wordSchema(
      EXPORT_STATES,
      'PENDING: the service is creating the file. READY: you can download the file for 24 hours. EXPIRED: the download has ended.',
    ),
    requestedAt: timestampSchema('The time at which you requested the export.'),
    readyAt: nullableTimestampSchema('The time at which the file was ready; null until then.'),
    expiresAt: nullableTimestampSchema('The time at which the file expires; null until it is ready.'),
    url: nullableSchema(
      textSchema(
        2_048,
        'The URL of the file, while the state is READY. Keep the URL secret: everybody who knows it can download the file without a credential.',
        {
          format: 'uri',
        },
      ),
    ),
  },
)

export const erasureBody = createBody(
  {
    title: 'Erasure',
    description: 'Your password, if you erase your own account. Otherwise an empty object.',
  },
  { password: Type.Optional(givenPassword) },
)
