import { time } from '../reading/dates.ts'
import { own, type TypePlan } from '../reading/plan.ts'

export const COMMENT: TypePlan<'comments'> = {
  from: 'comments',
  fields: {
    id: own('id'),
    content: own('content'),
    author: { relation: 'author', type: 'User' },
    article: { relation: 'article', type: 'Article' },
    version: own('version'),
    createdAt: time('createdAt'),
    updatedAt: time('updatedAt'),
  },
}
