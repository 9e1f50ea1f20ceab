import { describe, expect, it } from 'vitest'
import type { ContentModel, ContentType } from '../api/model.ts'
import { listRelated } from './related-lists.ts'

const aLink = (name: string, to: string, inverse: string | null = null) => ({
  name,
  link: { to, attribute: `${name}Id`, many: false, ordered: false, inverse },
})
const aFilter = (kind: string, name: string, to?: string) => ({ kind, name, label: name, to })

const ARTICLE = {
  name: 'Article',
  path: 'articles',
  fields: [],
  filters: [
    aFilter('list', 'comments', 'Comment'),
    aFilter('list', 'reviews', 'Review'),
    aFilter('value', 'title'),
  ],
} as unknown as ContentType
const COMMENT = {
  name: 'Comment',
  path: 'comments',
  fields: [aLink('author', 'User'), aLink('article', 'Article')],
  filters: [aFilter('value', 'articleId')],
} as unknown as ContentType
const REVIEW = {
  name: 'Review',
  path: 'reviews',
  fields: [aLink('source', 'Article'), aLink('subject', 'Article', 'reviews')],
  filters: [aFilter('value', 'sourceId'), aFilter('value', 'subjectId')],
} as unknown as ContentType

describe('C20.4 the lists that belong to a record', () => {
  it('are those of the types that link to it, by the link that names the list', () => {
    const model = { types: [ARTICLE, COMMENT, REVIEW] } as unknown as ContentModel
    expect(listRelated(model, ARTICLE)).toEqual([
      { name: 'comments', label: 'comments', path: 'comments', parameter: 'articleId' },
      { name: 'reviews', label: 'reviews', path: 'reviews', parameter: 'subjectId' },
    ])
    expect(listRelated(model, COMMENT)).toEqual([])
  })
})
