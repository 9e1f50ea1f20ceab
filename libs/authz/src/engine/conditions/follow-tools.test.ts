import { describe, expect, it } from 'vitest'
import { findChanges, findExcess } from '../../analyze/index.ts'
import { withFacts } from '../../facts/index.ts'
import type { InvalidPolicy } from '../../index.ts'
import { type Condition, type Subject, attrs, definePolicy } from '../../index.ts'
import { parsePolicy, toJson } from '../../json/index.ts'
import { redactor } from '../../redact/index.ts'
import { reloadable } from '../../reload/index.ts'
import { restrict } from '../../restrict/index.ts'
import { checkRelations } from '../../sql/index.ts'
import { rowsFor } from '../../testing/index.ts'

interface Article {
  readonly teamId: number
  readonly status: string
}
interface Comment {
  readonly text: string
  readonly article: Article | null
}
type User = Subject & { readonly id: number }

const createPolicy = (status = 'PUBLISHED') =>
  definePolicy<User, { teams: number[] }>()({
    resources: { articles: ['read', 'share'], comments: ['read', 'answer'] },
    attributes: { articles: attrs<Article>(), comments: attrs<Comment>() },
    roles: {
      READER: {
        rules: (b) => {
          b.allow('articles:read', (a) => a.status.eq(status))
          b.allow('comments:read', (c) => c.article.may('articles:read'))
          b.allow('articles:share', (a, _, context) => a.teamId.in(context.teams))
          b.allow('comments:answer', (c) => c.article.may('articles:share'))
        },
      },
      EDITOR: { inherits: ['READER'], rules: (b) => b.allow('articles:read') },
    },
  })
const policy = createPolicy()
const holding = (role: string, more: object = {}): User => ({ id: 7, roles: [role], ...more })
const comment = (status: string, teamId = 1): Comment => ({ text: 'x', article: { status, teamId } })

describe('a permission that follows another one', () => {
  it('exceeds the rights of a holder whose own permission is smaller', () => {
    const excess = (holder: User, subject: User) => findExcess(policy, [holder], subject)
    expect(excess(holding('READER'), holding('READER'))).toEqual([])
    expect(excess(holding('READER'), holding('EDITOR'))).toEqual(['articles:read', 'comments:read'])
    expect(excess(holding('EDITOR'), holding('READER'))).toEqual([])
    const granted = holding('READER', { permissions: ['articles:read'] })
    expect(excess(holding('READER'), granted)).toEqual(['articles:read', 'comments:read'])
    expect(excess(granted, granted)).toEqual([])
  })

  it('changes with the permission that it follows', () => {
    const changes = findChanges(policy, createPolicy('ARCHIVED')).filter(({ role }) => role === 'READER')
    expect(changes.map(({ permission, kind }) => [permission, kind])).toEqual([
      ['articles:read', 'changed'],
      ['comments:read', 'changed'],
    ])
  })

  it('loads the facts of the permission that it follows', async () => {
    const ability = withFacts(policy, holding('READER'), {
      teams: async (ids) => ids.filter((id) => id === 1),
    })
    expect(await ability.can('comments:answer', comment('DRAFT', 1))).toBe(true)
    expect(await ability.can('comments:answer', comment('DRAFT', 2))).toBe(false)
  })

  it('needs no scope for the permission that it follows', () => {
    const key = restrict(policy, holding('READER'), ['comments:read'])
    expect([
      policy.can(key, 'comments:read', comment('PUBLISHED')),
      policy.can(key, 'articles:read', null),
    ]).toEqual([true, false])
  })

  it('shows fields by the permission that it follows', () => {
    const fields = definePolicy<User>()({
      resources: { articles: ['read'], comments: ['read'] },
      attributes: { articles: attrs<Article>(), comments: attrs<Comment>() },
      roles: {
        READER: {
          rules: (b) => {
            b.allow('articles:read', (a) => a.status.eq('PUBLISHED'))
            b.allow('comments:read', { omit: ['text'] })
            b.allow('comments:read', (c) => c.article.may('articles:read'))
          },
        },
      },
    })
    const show = redactor(fields.filter(holding('READER'), 'comments:read'))
    expect([show(comment('PUBLISHED')), show(comment('DRAFT'))].map((each) => each.text)).toEqual([
      'x',
      undefined,
    ])
  })

  it('stays in a reloadable policy and in its relations', async () => {
    const live = reloadable(parsePolicy<User>(toJson(policy)))
    expect(live.relations('comments:read')).toEqual(['article'])
    await live.replace(() =>
      Promise.resolve(parsePolicy<User>({ resources: { comments: ['read'] }, roles: {} })),
    )
    expect(live.relations('comments:read')).toEqual([])
  })

  it('gives rows at the borders of the conditions that it follows', () => {
    const statuses = rowsFor(policy, 'comments:read').map((row) => (row as Comment).article?.status)
    expect(statuses).toEqual(expect.arrayContaining(['PUBLISHED', 'PUBLISHEDx', undefined]))
  })

  it('is checked against the mapping of its relation, and of those inside', () => {
    expect(() => checkRelations(policy, { comments: {} })).toThrow(
      'comments.article: the relations lack this name',
    )
    const article = { table: 'articles', on: { article_id: 'id' } }
    expect(() => checkRelations(policy, { comments: { article } })).not.toThrow()
  })
})

describe('JSON', () => {
  const parse = (when: unknown) =>
    parsePolicy({
      resources: { articles: ['read'], comments: ['read'] },
      attributes: { comments: { title: 'text', article: { status: 'text' } } },
      roles: { R: { rules: [{ effect: 'allow', permissions: ['comments:read'], when }] } },
    })
  const findProblem = (when: unknown): string => {
    try {
      parse(when)
      return ''
    } catch (error) {
      return (error as InvalidPolicy).problems.map(({ message }) => message).join('; ')
    }
  }

  it('names what a condition cannot name', () => {
    expect(findProblem({ op: 'may', attribute: 'artcle', permission: 'articles:read' })).toContain(
      'unknown attribute "artcle" of comments',
    )
    expect(findProblem({ op: 'may', attribute: 'article', permission: 'articles:raed' })).toBe(
      'unknown permission "articles:raed" in may; did you mean "articles:read"?',
    )
    expect(findProblem({ op: 'eq', attribute: 'title', value: { attribute: 'titel' } })).toContain(
      'unknown attribute "titel" of comments',
    )
    expect(findProblem({ op: 'includes', attribute: 'title', by: 'fold', value: 'x' })).toContain(
      '; give the text function "fold" to the option "functions"',
    )
    expect(findProblem({ op: 'may', attribute: 'article' })).toBe('is missing; add it')
  })

  it('adds the declared kinds to both attributes', () => {
    const { document } = parse({ op: 'eq', attribute: 'title', value: { attribute: 'title' } })
    const expected: Condition = {
      op: 'eq',
      attribute: 'title',
      kind: 'text',
      value: { attribute: 'title', kind: 'text' },
    }
    expect(document.roles['R']?.rules[0]?.when).toEqual(expected)
  })
})
