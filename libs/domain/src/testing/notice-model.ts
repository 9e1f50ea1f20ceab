import { Article } from '../articles/article.ts'
import { line, one, owner, state, text } from '../model/fields/field-builders.ts'
import { extendType } from '../model/types/extend-type.ts'
import { record } from '../model/types/record.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'

/** The check of both types refuses what has this title while it is published, or fails. */
export const REFUSED = 'Refused'
export const BROKEN = 'Broken'

const check = ({ title, status }: { readonly title: string; readonly status: string }) => {
  if (status !== 'PUBLISHED') return []
  if (title === BROKEN) throw new TypeError('The code is wrong.')
  return title === REFUSED ? [{ path: ['title'] as const, message: 'is not allowed here' }] : []
}

/** A place for notices, whose keeper publishes them. */
export const Board = record({
  name: 'Board',
  plural: 'boards',
  about: 'A place for notices.',
  allowed: { read: { GUEST: 'all' }, write: { READER: 'own', EDITOR: 'all' } },
  fields: {
    name: line(80, { about: 'The name.' }),
    keeper: owner({ about: 'The user who publishes the notices.' }),
  },
})

/** A record that people publish at a time. Its states ask different permissions, and one right follows a link. */
export const Notice = record({
  name: 'Notice',
  plural: 'notices',
  about: 'A text on a board.',
  schedule: { from: ['DRAFT', 'REVIEW', 'HELD'] },
  allowed: {
    read: {
      GUEST: (notice) => notice.status.eq('PUBLISHED'),
      READER: (notice, caller) => notice.board.keeperId.eq(caller.id),
      AUTHOR: 'own',
      EDITOR: 'all',
    },
    write: { AUTHOR: 'own', EDITOR: 'all' },
    publish: { READER: (notice, caller) => notice.board.keeperId.eq(caller.id), EDITOR: 'all' },
    release: { ADMIN: 'all' },
  },
  check,
  fields: {
    title: line(300, { about: 'The title.' }),
    content: text(1_000, { about: 'The text.' }),
    hint: line(80, { about: 'What only writers know.', optional: true, seenWith: 'write' }),
    status: state(['DRAFT', 'REVIEW', 'HELD', 'PUBLISHED', 'ARCHIVED'], {
      about: 'The state.',
      initial: { DRAFT: true, REVIEW: true },
      transitions: {
        DRAFT: { REVIEW: 'write', HELD: 'write', PUBLISHED: 'publish', ARCHIVED: 'write' },
        REVIEW: { DRAFT: 'write', PUBLISHED: 'publish' },
        HELD: { DRAFT: 'write', PUBLISHED: 'release' },
        PUBLISHED: { DRAFT: 'publish', ARCHIVED: 'publish' },
        ARCHIVED: { PUBLISHED: 'publish' },
      },
      published: 'PUBLISHED',
    }),
    board: one(Board, { about: 'The place.', optional: true, inverse: 'notices', onDelete: 'clear' }),
    author: owner({ about: 'The author.', inverse: 'notices' }),
  },
  operations: (on) => ({
    withdraw: on({ about: 'Withdraws the notice.', permission: 'write', to: 'DRAFT' }),
    shelve: on({ about: 'Shelves the notice.', permission: 'write' }, () => ({
      status: 'ARCHIVED' as const,
    })),
  }),
})

/** A record without an owner, which the states of `true` publish. */
export const Bulletin = record({
  name: 'Bulletin',
  plural: 'bulletins',
  about: 'A text of everybody.',
  schedule: true,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: {
    title: line(300, { about: 'The title.' }),
    stage: state(['OPEN', 'SENT'], {
      about: 'The state.',
      transitions: { OPEN: { SENT: 'write' }, SENT: { OPEN: 'write' } },
      published: 'SENT',
    }),
  },
})

const others = builtInModel.types.filter(({ name }) => name !== 'Article')

/** Articles, and declared types, that people publish at a time. */
export const noticeModel = contentModel([...others, extendType(Article, { check }), Board, Notice, Bulletin])
