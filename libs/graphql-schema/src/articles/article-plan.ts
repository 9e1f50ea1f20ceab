import { OLDEST } from '@content-service/domain/internal/comments'
import { planTime } from '../reading/dates.ts'
import { planOwnColumn, planValue, type TypePlan } from '../reading/plan.ts'

const planArticle = planValue<'articles'>()

/** The fields of an article in addition to the declared fields. */
export const ARTICLE: TypePlan<'articles'> = {
  from: 'articles',
  fields: {
    description: planArticle(['excerpt'], ({ excerpt }) => excerpt),
    published: planArticle(['status'], ({ status }) => status === 'PUBLISHED'),
    author: { relation: 'owner', type: 'User' },
    comments: { relation: 'comments', type: 'Comment', orderBy: OLDEST },
    commentsConnection: { relation: 'comments', type: 'Comment', orderBy: OLDEST, isConnection: true },
    commentCount: planOwnColumn('commentCount'),
  },
}

/** A published article under the name of the earlier example (C3.8). */
export const POST: TypePlan<'articles'> = {
  from: 'articles',
  fields: {
    id: planOwnColumn('id'),
    title: planOwnColumn('title'),
    content: planOwnColumn('content'),
    createdAt: planTime('createdAt'),
  },
}
