import { Article } from '../articles/article.ts'
import { line, one, owner, state, text } from '../model/fields/field-builders.ts'
import { record } from '../model/types/record.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'

/** Several songs, whose keeper reads them before they are published. */
export const Album = record({
  name: 'Album',
  plural: 'albums',
  about: 'Several songs.',
  allowed: { read: { GUEST: 'all' }, write: { READER: 'own', EDITOR: 'all' } },
  fields: {
    title: line(300, { about: 'The title.' }),
    keeper: owner({ about: 'The user who keeps the album.' }),
  },
})

/** A record with a workflow and a trash, which users like, and whose reads count. One right follows a link. */
export const Song = record({
  name: 'Song',
  plural: 'songs',
  about: 'A song.',
  trash: true,
  revisions: true,
  likes: true,
  views: true,
  allowed: {
    read: {
      GUEST: (song) => song.status.eq('PUBLISHED'),
      READER: (song, caller) => song.album.keeperId.eq(caller.id),
      AUTHOR: 'own',
      EDITOR: 'all',
    },
    write: { AUTHOR: 'own', EDITOR: 'all' },
    publish: { EDITOR: 'all' },
  },
  fields: {
    title: line(300, { about: 'The title.' }),
    content: text(1_000, { about: 'The words.' }),
    status: state(['DRAFT', 'PUBLISHED', 'ARCHIVED'], {
      about: 'The state.',
      transitions: {
        DRAFT: { PUBLISHED: 'publish' },
        PUBLISHED: { DRAFT: 'publish', ARCHIVED: 'publish' },
        ARCHIVED: { PUBLISHED: 'publish' },
      },
      published: 'PUBLISHED',
    }),
    album: one(Album, { about: 'The album.', optional: true, inverse: 'songs', onDelete: 'cascade' }),
    author: owner({ about: 'The author.', inverse: 'songs' }),
  },
})

/** A record that never changes, without states and without an owner. Each readable record takes likes. */
export const Tape = record({
  name: 'Tape',
  plural: 'tapes',
  about: 'A recording.',
  fixed: true,
  likes: true,
  views: true,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: {
    title: line(300, { about: 'The title.' }),
    album: one(Album, { about: 'The album.', optional: true, inverse: 'tapes', onDelete: 'cascade' }),
  },
})

const others = builtInModel.types.filter(({ name }) => name !== 'Article')

/** Articles, and declared types, with likes and views. */
export const songModel = contentModel([...others, Article, Album, Song, Tape])
