import { line, one, owner, state, tags, text, time } from '../model/fields/field-builders.ts'
import { record } from '../model/types/record.ts'
import { Category } from '../products/product.ts'

/** A content type with an owner, a state, a masked field and operations; no built-in declaration has all of these. */
export const Workshop = record({
  name: 'Workshop',
  plural: 'workshops',
  about: 'A workshop with its time and its host.',
  live: true,
  allowed: {
    read: { GUEST: 'all' },
    write: { READER: 'own', EDITOR: 'all' },
    open: { READER: 'own', EDITOR: 'all' },
    cancel: { READER: 'own', ADMIN: 'all' },
  },
  fields: {
    title: line(200, { about: 'The title.', search: 'A', example: 'Type setting' }),
    startsAt: time({ about: 'The start.' }),
    endsAt: time({ about: 'The end.', optional: true }),
    contact: text(500, { about: 'How participants reach the host.', optional: true, seenWith: 'cancel' }),
    reason: line(200, { about: 'The reason of a cancellation.', optional: true, setByOperation: true }),
    topics: tags({ about: 'The topics.', search: 'B' }),
    progress: state(['PLANNED', 'OPEN', 'CANCELLED'], { about: 'The state.' }),
    subject: one(Category, { about: 'The subject of the workshop.', inverse: 'workshops' }),
    host: owner({ about: 'The host of the workshop.', inverse: 'workshops' }),
  },
  operations: (on) => ({
    open: on({
      about: 'Opens the registration for a planned workshop.',
      permission: 'open',
      from: ['PLANNED'],
      to: 'OPEN',
    }),
    cancel: on(
      {
        about: 'Cancels a workshop.',
        permission: 'cancel',
        input: { reason: line(200, { about: 'The reason for the participants.' }) },
        from: ['PLANNED', 'OPEN'],
        to: 'CANCELLED',
      },
      (_workshop, { reason }) => ({ reason }),
    ),
  }),
})
