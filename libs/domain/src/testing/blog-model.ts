import { builtInModel, contentModel } from '../service/content-types.ts'
import { line, one, owner, state } from '../model/fields/field-builders.ts'
import { many } from '../model/links/link-builders.ts'
import { record } from '../model/types/record.ts'

/** A type whose plural has two words. */
export const BlogPost = record({
  name: 'BlogPost',
  plural: 'blogPosts',
  about: 'A post of a blog.',
  live: true,
  allowed: {
    read: { GUEST: (post) => post.status.eq('LIVE'), AUTHOR: 'own', EDITOR: 'all' },
    write: { AUTHOR: 'own', EDITOR: 'all' },
  },
  fields: {
    title: line(80, { about: 'The title.', index: true, unique: true, search: 'A' }),
    status: state(['DRAFT', 'LIVE'], { about: 'The state.' }),
    related: many('self', { about: 'Posts to read next.', ordered: true }),
    writer: owner({ about: 'The writer.', inverse: 'blogPosts' }),
  },
  operations: (on) => ({ publish: on({ about: 'Shows the post.', permission: 'write', to: 'LIVE' }) }),
})

/** A type with one word for one record and for all, and with names of its own. */
export const News = record({
  name: 'News',
  plural: 'news',
  list: 'newsItems',
  path: 'stories',
  table: 'news_entries',
  about: 'A notice.',
  allowed: { read: { GUEST: (news) => news.post.may('blog-posts:read') }, write: { EDITOR: 'all' } },
  fields: {
    title: line(80, { about: 'The title.' }),
    post: one(BlogPost, { about: 'The post.', inverse: 'news', onDelete: 'cascade' }),
  },
})

/** The types of the service, and types whose names have several forms. */
export const blogModel = contentModel([...builtInModel.types, BlogPost, News])
