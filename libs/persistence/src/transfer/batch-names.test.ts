import { builtInModel } from '@content-service/domain'
import { expect, it } from 'vitest'
import { BatchNames } from './batch-names.ts'

const names = (...lines: readonly { readonly type: string; readonly [member: string]: string }[]) =>
  new BatchNames(lines, builtInModel)

const article = (ref: string, owner: string) => ({ type: 'article', ref, owner })
const comment = (ref: string, on: string, author: string) => ({ type: 'comment', ref, article: on, author })
const like = (of: string, user: string) => ({ type: 'article.like', of, user })

it.each([
  ['likes of one article', names(like('a', 'ada')), names(like('a', 'bob')), true],
  ['likes of one user', names(like('a', 'ada')), names(like('b', 'ada')), false],
  ['an article and its like', names(article('a', 'ada')), names(like('a', 'bob')), true],
  ['a user and a like', names({ type: 'user', username: 'Ada' }), names(like('a', 'ada')), true],
  ['articles of one author', names(article('a', 'ada')), names(article('b', 'ada')), false],
  ['comments on one article', names(comment('1', 'a', 'ada')), names(comment('2', 'a', 'ada')), false],
  ['an article and its comment', names(article('a', 'ada')), names(comment('1', 'a', 'ada')), true],
  [
    'a user and the user’s article',
    names({ type: 'user', username: 'Ada' }),
    names(article('a', 'aDA')),
    true,
  ],
  ['one article twice', names(article('a', 'ada')), names(article('a', 'grace')), true],
  [
    'an article and a comment of one name',
    names(article('a', 'ada')),
    names(comment('a', 'b', 'ada')),
    false,
  ],
  [
    'users, whose addresses are unique',
    names({ type: 'user', username: 'ada' }),
    names({ type: 'user', username: 'bob' }),
    true,
  ],
  [
    'a category and a product in it',
    names({ type: 'category', name: 'Toys' }),
    names({ type: 'product', ref: 'p', category: 'TOYS' }),
    true,
  ],
])('%s', (_, one, other, doOverlap) => {
  expect([one.overlaps(other), other.overlaps(one)]).toEqual([doOverlap, doOverlap])
})
