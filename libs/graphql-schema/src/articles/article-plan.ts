import { NEWEST, OLDEST } from '@content-service/domain'
import { time } from '../reading/dates.ts'
import { own, type TypePlan } from '../reading/plan.ts'

/** The fields of an article beside the declared fields. */
export const ARTICLE: TypePlan<'articles'> = {
  from: 'articles',
  fields: {
    description: { reads: ['excerpt'], show: (row) => row['excerpt'] },
    published: { reads: ['status'], show: (row) => row['status'] === 'PUBLISHED' },
    author: { relation: 'owner', type: 'User' },
    comments: { relation: 'comments', type: 'Comment', orderBy: OLDEST },
    commentsConnection: { relation: 'comments', type: 'Comment', orderBy: OLDEST, isConnection: true },
    revisions: { relation: 'revisions', type: 'ArticleRevision', orderBy: NEWEST },
    commentCount: own('commentCount'),
  },
}

/** An earlier version of an article (C4.4). */
export const REVISION: TypePlan<'revisions'> = {
  from: 'revisions',
  fields: {
    id: own('id'),
    title: own('title'),
    content: own('content'),
    excerpt: own('excerpt'),
    status: own('status'),
    tags: own('tags'),
    createdAt: time('createdAt'),
    editor: { relation: 'editor', type: 'User' },
  },
}

/** What the earlier example called a published article (C3.8). */
export const POST: TypePlan<'articles'> = {
  from: 'articles',
  fields: { id: own('id'), title: own('title'), content: own('content'), createdAt: time('createdAt') },
}
