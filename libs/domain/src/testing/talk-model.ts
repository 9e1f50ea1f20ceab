import { Article } from '../articles/article.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'
import { line, one, owner, state } from '../model/fields/field-builders.ts'
import { record } from '../model/types/record.ts'

/** A record that its keeper and editors may read. */
export const Room = record({
  name: 'Room',
  plural: 'rooms',
  about: 'A room that its keeper lends.',
  allowed: { read: { READER: 'own', EDITOR: 'all' }, write: { READER: 'own', ADMIN: 'all' } },
  fields: {
    name: line(80, { about: 'The name.' }),
    keeper: owner({ about: 'The user who lends the room.', inverse: 'rooms' }),
  },
})

const room = (inverse: string) => one(Room, { about: 'The room.', inverse, onDelete: 'cascade' })

/** A record that everybody may read, with links to records that some readers may not read. */
export const Talk = record({
  name: 'Talk',
  plural: 'talks',
  about: 'A talk in a room, about an article.',
  live: true,
  allowed: { read: { GUEST: 'all' }, write: { READER: 'own', ADMIN: 'all' } },
  fields: {
    title: line(80, { about: 'The title.', search: 'A' }),
    room: room('talks'),
    article: one(Article, { about: 'The article.', inverse: 'talks', onDelete: 'cascade' }),
    stage: state(['PLANNED', 'MOVED'], { about: 'The state.' }),
    speaker: owner({ about: 'The speaker.', inverse: 'talks' }),
  },
  operations: (on) => ({
    move: on(
      { about: 'Moves the talk.', permission: 'write', input: { into: room('moved') }, to: 'MOVED' },
      (_talk, { into }) => ({ roomId: into }),
    ),
  }),
})

/** The types of the service, and types whose links lead to records that some readers may not read. */
export const talkModel = contentModel([...builtInModel.types, Room, Talk])
