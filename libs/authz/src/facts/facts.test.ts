import { describe, expect, it } from 'vitest'
import { withFacts } from './index.ts'
import { type Subject, attrs, definePolicy } from '../index.ts'

interface Article {
  readonly teamId: number | null
  readonly parts: readonly { readonly teamId: number }[]
}
type Asker = Subject & { id: number | null }
interface Facts {
  readonly memberOf: readonly number[]
  readonly lockedTeams: readonly number[]
  readonly hour: number
}

const policy = definePolicy<Asker, Facts>()({
  resources: { articles: ['read', 'write', 'close'] },
  attributes: { articles: attrs<Article>() },
  roles: {
    AUTHOR: {
      rules: (b) => {
        b.allow('articles:read', (a, _, ctx) => a.teamId.in(ctx.memberOf))
        b.allow('articles:write')
        b.deny('articles:write', (a, _, ctx) => a.teamId.in(ctx.lockedTeams))
        b.allow('articles:close', (a, _, ctx) => a.parts.every((part) => part.teamId.in(ctx.memberOf)))
      },
    },
  },
})
const user = { id: 7, roles: ['AUTHOR' as const] }
const article = (teamId: number | null, ...parts: number[]): Article => ({
  teamId,
  parts: parts.map((id) => ({ teamId: id })),
})

/** Loaders that record their calls. The subject is a member of the teams with odd numbers; team 3 is locked. */
function recordLoaders() {
  const calls: (readonly [string, ...number[]])[] = []
  return {
    calls,
    memberOf: async (ids: readonly number[]) => {
      calls.push(['memberOf', ...ids])
      return ids.filter((id) => id % 2 === 1)
    },
    lockedTeams: async (ids: readonly number[]) => {
      calls.push(['lockedTeams', ...ids])
      return new Set(ids.filter((id) => id === 3))
    },
  }
}

describe('withFacts', () => {
  it('loads the facts of a question, and each value once', async () => {
    const { calls, ...loaders } = recordLoaders()
    const ability = withFacts(policy, user, loaders)
    expect(await ability.can('articles:read', article(1))).toBe(true)
    expect(await ability.can('articles:read', article(2))).toBe(false)
    expect(await ability.can('articles:read', article(1))).toBe(true)
    expect((await ability.decide('articles:write', article(1))).effect).toBe('allow')
    expect((await ability.decide('articles:write', article(3))).effect).toBe('deny')
    expect(calls).toEqual([
      ['memberOf', 1],
      ['memberOf', 2],
      ['lockedTeams', 1],
      ['lockedTeams', 3],
    ])
    await expect(ability.authorize('articles:read', article(2))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('loads the values of questions that are asked together in one batch', async () => {
    const { calls, ...loaders } = recordLoaders()
    const ability = withFacts(policy, user, loaders)
    const asked = [1, 2, 5, 1].map((id) => ability.can('articles:read', article(id)))
    expect(await Promise.all(asked)).toEqual([true, false, true, true])
    expect(calls).toEqual([['memberOf', 1, 2, 5]])
    const rows = [7, 8, 9].map((id) => article(id))
    const loaded = await ability.load('articles:read', rows)
    expect(rows.map((row) => loaded.can('articles:read', row))).toEqual([true, false, true])
    expect(calls).toHaveLength(2)
  })

  it('loads the values of related objects', async () => {
    const { calls, ...loaders } = recordLoaders()
    const ability = withFacts(policy, user, loaders)
    expect(await ability.can('articles:close', article(1, 3, 5))).toBe(true)
    expect(await ability.can('articles:close', article(1, 3, 4))).toBe(false)
    expect(await ability.can('articles:close', article(1))).toBe(true)
    expect(calls).toEqual([
      ['memberOf', 3, 5],
      ['memberOf', 4],
    ])
  })

  it('compares null with nothing, and loads nothing for it', async () => {
    const { calls, ...loaders } = recordLoaders()
    expect(await withFacts(policy, user, loaders).can('articles:read', article(null))).toBe(false)
    expect(await withFacts(policy, user, loaders).can('articles:write', article(null))).toBe(true)
    expect(calls).toEqual([])
  })

  const failing: readonly (readonly [string, () => unknown])[] = [
    ['throws', () => { throw new Error('no database') }], // prettier-ignore
    ['rejects', () => Promise.reject(new Error('no database'))],
    ['never answers', () => new Promise(() => {})],
    ['returns no list', () => Promise.resolve(5)],
    ['returns a text', () => Promise.resolve('1')],
    ['returns undefined', () => Promise.resolve()],
    ['returns a value that nobody can compare', () => Promise.resolve([{}])],
  ]
  it.each(failing)('denies if a loader %s', async (_, loader) => {
    const loaders = { memberOf: loader as never, lockedTeams: loader as never }
    const ability = withFacts(policy, user, loaders, { timeLimit: 20 })
    expect(await ability.can('articles:read', article(1))).toBe(false)
    expect(await ability.can('articles:write', article(1))).toBe(false)
    expect(await ability.can('articles:close', article(1, 1))).toBe(false)
  })

  it('denies by a deny rule if the fact of one of its values fails, although the others are loaded', async () => {
    const { memberOf } = recordLoaders()
    const loaders = {
      memberOf,
      lockedTeams: async (ids: readonly number[]) => {
        if (ids.includes(9)) throw new Error('unknown team')
        return []
      },
    }
    const ability = withFacts(policy, user, loaders)
    expect(await ability.can('articles:write', article(1))).toBe(true)
    expect(await ability.can('articles:write', article(9))).toBe(false)
  })

  it('asks about the row as it was when the question was asked', async () => {
    const row = { teamId: 3, parts: [] }
    const { memberOf } = recordLoaders()
    const loaders = {
      memberOf,
      lockedTeams: async () => {
        row.teamId = 1
        return [3]
      },
    }
    expect(await withFacts(policy, user, loaders).can('articles:write', row)).toBe(false)
  })

  it('denies without facts', () => {
    expect(policy.can(user, 'articles:read', article(1))).toBe(false)
    expect(policy.can(user, 'articles:write', article(1))).toBe(false)
    expect(policy.filter(user, 'articles:write')).toEqual({ kind: 'never' })
  })
})
