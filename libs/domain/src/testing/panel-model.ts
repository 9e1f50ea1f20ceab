import { builtInModel, contentModel } from '../service/content-types.ts'
import { line, many, owner } from '../model/fields/field-builders.ts'
import { record } from '../model/types/record.ts'
import { User } from '../users/user.ts'

/** A subject that its author and editors may read. */
export const Subject = record({
  name: 'Subject',
  plural: 'subjects',
  about: 'A subject of panels.',
  allowed: { read: { READER: 'own', EDITOR: 'all' }, write: { READER: 'own', ADMIN: 'all' } },
  fields: {
    name: line(80, { about: 'The name.' }),
    author: owner({ about: 'The user who proposes the subject.' }),
  },
})

/** A record with links to many users in order, to records that some readers may not read, and to its own type. */
export const Panel = record({
  name: 'Panel',
  plural: 'panels',
  about: 'A discussion.',
  live: true,
  allowed: { read: { GUEST: 'all' }, write: { READER: 'own', EDITOR: 'all' } },
  fields: {
    title: line(80, { about: 'The title.', search: 'A' }),
    speakers: many(User, { about: 'The speakers.', ordered: true, max: 3, inverse: 'panels' }),
    subjects: many(Subject, { about: 'The subjects.', ordered: true, max: 3, inverse: 'panels' }),
    tracks: many(Subject, { about: 'The tracks.', ids: 'inTracks', onDelete: 'refuse' }),
    follow: many('self', { about: 'The panels to visit first.', ids: 'afterIds', onDelete: 'cascade' }),
    host: owner({ about: 'The host.' }),
  },
})

/** The types of the service, and types with links to many records. */
export const panelModel = contentModel([...builtInModel.types, Subject, Panel])
