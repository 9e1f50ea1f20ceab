import { describe, expect, it } from 'vitest'
import { type Subject, attrs, definePolicy } from '../../index.ts'
import { parsePolicy, toJson } from '../../json/index.ts'
import { pack, unpack } from '../../pack/index.ts'

interface Article {
  readonly ownerId: number
  readonly status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
}
type Asker = Subject & { id: number | null }

const policy = definePolicy<Asker>()({
  resources: { articles: ['write', 'publish'] },
  attributes: { articles: attrs<Article>() },
  roles: {
    AUTHOR: {
      rules: (b) => {
        b.allow('articles:write', (a, s) => a.ownerId.eq(s.id))
        b.deny('articles:write', (a) => a.status.eq('ARCHIVED'))
        b.allow('articles:publish', (a) => a.status.eq('DRAFT'), { after: (a) => a.status.eq('PUBLISHED') })
        b.allow('articles:publish', (a) => a.status.eq('PUBLISHED'), {
          after: (a) => a.status.eq('ARCHIVED'),
        })
      },
    },
  },
})
const author = { id: 7, roles: ['AUTHOR' as const] }
const own: Article = { ownerId: 7, status: 'DRAFT' }

describe('a permission for a change', () => {
  it.each<[string, 'articles:write' | 'articles:publish', unknown, unknown, boolean]>([
    ['keeps the row', 'articles:write', own, { ...own, status: 'PUBLISHED' }, true],
    ['gives the row away', 'articles:write', own, { ...own, ownerId: 8 }, false],
    ['takes a foreign row', 'articles:write', { ...own, ownerId: 8 }, own, false],
    ['reaches a state that a rule denies', 'articles:write', own, { ...own, status: 'ARCHIVED' }, false],
    ['leaves a state that a rule denies', 'articles:write', { ...own, status: 'ARCHIVED' }, own, false],
    ['has a row after it without the attribute', 'articles:write', own, { ownerId: 7 }, false],
    ['has null after it', 'articles:write', own, null, false],
    ['has a number after it', 'articles:write', own, 5, false],
    ['follows the first rule', 'articles:publish', own, { ...own, status: 'PUBLISHED' }, true],
    [
      'follows the second rule',
      'articles:publish',
      { ...own, status: 'PUBLISHED' },
      { ...own, status: 'ARCHIVED' },
      true,
    ],
    [
      'begins with one rule and ends with another',
      'articles:publish',
      own,
      { ...own, status: 'ARCHIVED' },
      false,
    ],
  ])('that %s', (_, permission, before, after, expected) => {
    const ask = [permission, before, after] as [typeof permission, Article, Article]
    expect(policy.can(author, ...ask)).toBe(expected)
    expect(policy.for(author).can(...ask)).toBe(expected)
    expect(policy.decide(author, ...ask).effect).toBe(expected ? 'allow' : 'deny')
    expect(parsePolicy<Asker>(JSON.stringify(toJson(policy))).can(author, ...ask)).toBe(expected)
    const there = unpack(JSON.parse(JSON.stringify(pack(policy, author))))
    expect(there.can(...(ask as [string, object, object]))).toBe(expected)
    if (!expected) expect(() => policy.authorize(author, ...ask)).toThrow('Missing permission')
  })

  it('needs the row before it', () => {
    expect(policy.can(author, 'articles:write', null, own)).toBe(false)
    expect(policy.decide(author, 'articles:write', undefined, own).reason).toBe('resource-required')
  })
})
