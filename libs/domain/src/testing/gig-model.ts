import { builtInModel, contentModel } from '../service/content-types.ts'
import { line, one, owner } from '../model/fields/field-builders.ts'
import { record } from '../model/types/record.ts'
import { User } from '../users/user.ts'

/** A place that its keeper and editors may read. */
export const Venue = record({
  name: 'Venue',
  plural: 'venues',
  about: 'A place for concerts.',
  allowed: { read: { READER: 'own', EDITOR: 'all' }, write: { READER: 'own', ADMIN: 'all' } },
  fields: {
    name: line(80, { about: 'The name.' }),
    keeper: owner({ about: 'The user who lends the place.' }),
  },
})

/** A record with optional links to a record that some readers may not read, and to a user. */
export const Gig = record({
  name: 'Gig',
  plural: 'gigs',
  about: 'A concert.',
  live: true,
  allowed: { read: { GUEST: 'all' }, write: { READER: 'own', EDITOR: 'all' } },
  fields: {
    title: line(80, { about: 'The title.', search: 'A' }),
    venue: one(Venue, { about: 'The place.', optional: true, inverse: 'gigs' }),
    contact: one(User, { about: 'The user who answers questions.', optional: true }),
    parent: one('self', { about: 'The festival.', optional: true, inverse: 'parts' }),
    organizer: owner({ about: 'The organizer.', inverse: 'gigs' }),
  },
  operations: (on) => ({
    join: on(
      {
        about: 'Makes the concert a part of a festival.',
        permission: 'write',
        input: { into: one('self', { about: 'The festival.', optional: true }) },
      },
      (_gig, { into = null }) => ({ parentId: into }),
    ),
  }),
})

/** The types of the service, and types with optional links. */
export const gigModel = contentModel([...builtInModel.types, Venue, Gig])
