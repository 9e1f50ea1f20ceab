import { describe, expect, it } from 'vitest'
import type { ContentModel, ContentType } from '../api/model.ts'
import { listRelated, narrowTo } from './related-lists.ts'

const aLink = (name: string, to: string, inverse: string | null = null, many = false) => ({
  name,
  link: { to, attribute: `${name}Id`, many, ordered: false, inverse },
})
const aFilter = (kind: string, name: string, to?: string) => ({ kind, name, label: name, to })

const ARTICLE = {
  name: 'Article',
  path: 'articles',
  fields: [],
  filters: [
    aFilter('list', 'comments', 'Comment'),
    aFilter('list', 'reviews', 'Review'),
    aFilter('list', 'playlists', 'Playlist'),
    aFilter('value', 'title'),
  ],
} as unknown as ContentType
const COMMENT = {
  name: 'Comment',
  path: 'comments',
  fields: [aLink('author', 'User'), aLink('article', 'Article')],
  filters: [],
} as unknown as ContentType
const REVIEW = {
  name: 'Review',
  path: 'reviews',
  fields: [aLink('source', 'Article'), aLink('subject', 'Article', 'reviews')],
  filters: [],
} as unknown as ContentType
const PLAYLIST = {
  name: 'Playlist',
  path: 'playlists',
  fields: [aLink('items', 'Article', 'playlists', true)],
  filters: [aFilter('list', 'items', 'Article')],
} as unknown as ContentType

describe('C20.4 the lists that belong to a record', () => {
  it('are those of the types that link to it, by the link that names the list', () => {
    const model = { types: [ARTICLE, COMMENT, REVIEW, PLAYLIST] } as unknown as ContentModel
    expect(listRelated(model, ARTICLE).map((list) => narrowTo(list, '7'))).toEqual([
      { articleId: '7' },
      { subjectId: '7' },
      { where: '{"items":{"some":{"id":{"eq":"7"}}}}' },
    ])
    expect(listRelated(model, COMMENT)).toEqual([])
  })
})
