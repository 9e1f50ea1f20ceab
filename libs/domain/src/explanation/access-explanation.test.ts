import { beforeEach, describe, expect, test } from 'vitest'
import type { Article } from '../articles/article.ts'
import { contentPolicy } from '../service/content-types.ts'
import { aWorld, describeOutcome, refusedPaths, type World } from '../testing/world.ts'
import { explainAccess, type AccessQuestion } from './access-explanation.ts'

let world: World
let draft: Article
beforeEach(async () => {
  world = await aWorld()
  draft = await world.article(world.people.AUTHOR, 'DRAFT')
})

const ask = (question: AccessQuestion) => explainAccess(world.as(world.people.ADMIN), question)
const about = ({ id }: { readonly id: number }): string => String(id)

describe('C7.7 the explanation of a decision', () => {
  test('allows an author to write their own draft, and names the rule', async () => {
    const explanation = await ask({
      permission: 'articles:write',
      id: draft.id,
      userId: about(world.people.AUTHOR),
    })
    expect(explanation).toMatchObject({
      permission: 'articles:write',
      decision: 'ALLOW',
      reason: 'allowed',
      missing: [],
    })
    expect(explanation.rules.map(({ path, outcome }) => [path, outcome])).toEqual([
      ['roles.AUTHOR.rules[1]', 'applies'],
    ])
  })

  test('denies another author, and shows the compared values', async () => {
    const eve = await world.person('another', 'AUTHOR')
    const { decision, reason, missing } = await ask({
      permission: 'articles:write',
      id: draft.id,
      userId: about(eve),
    })
    expect([decision, reason]).toEqual(['DENY', 'no-rule'])
    expect(missing).toEqual([
      `ownerId = subject.id: ownerId is ${world.people.AUTHOR.id} (subject.id is ${eve.id})`,
    ])
  })

  test('tells a reader which roles have the permission', async () => {
    const { missing, text } = await ask({
      permission: 'articles:publish',
      id: draft.id,
      userId: about(world.people.READER),
    })
    expect(missing).toEqual(['a role that allows articles:publish: EDITOR'])
    expect(text).toContain('deny articles:publish: no-rule')
  })

  test('explains an extra permission as a grant', async () => {
    const { id } = world.people.READER
    await world.stores.users.change(id, (user) => ({ ...user, permissions: ['articles:publish'] }))
    expect(await ask({ permission: 'articles:publish', id: draft.id, userId: String(id) })).toMatchObject({
      decision: 'ALLOW',
      reason: 'granted',
    })
  })

  test.each([{ status: 'SUSPENDED' as const }, { deleted: true }])(
    'a user who cannot sign in may do nothing, regardless of the policy: %j',
    async (change) => {
      const { id } = world.people.EDITOR
      await world.stores.users.change(id, (user) => ({ ...user, ...change }))
      const explained = await ask({ permission: 'articles:write', id: draft.id, userId: String(id) })
      expect([explained.decision, explained.reason]).toEqual(['DENY', 'cannot-sign-in'])
      expect(explained.missing).toEqual([expect.stringContaining('an account that can sign in')])
      expect(explained.text).toContain('else:\nallow articles:write')
    },
  )

  test('reports that a condition needs a record', async () => {
    const { reason } = await ask({ permission: 'articles:write', userId: about(world.people.AUTHOR) })
    expect(reason).toBe('resource-required')
  })

  test('explains the rights of the caller with the credential in use if the question names no user', async () => {
    const admin = world.as(world.people.ADMIN)
    expect((await explainAccess(admin, { permission: 'articles:publish' })).decision).toBe('ALLOW')
    const narrowed = { ...admin, caller: { ...admin.caller, restrictedTo: ['audit:read'] } }
    expect((await explainAccess(narrowed, { permission: 'articles:publish' })).reason).toBe('out-of-scope')
  })

  test('explains every permission on a record', async () => {
    const comment = await world.comment(draft, world.people.READER)
    const ids: Readonly<Record<string, string>> = {
      articles: draft.id,
      comments: comment.id,
      users: about(world.people.READER),
    }
    for (const permission of contentPolicy.permissions) {
      const id = ids[permission.split(':')[0] ?? '']
      const userId = about(world.people.ADMIN)
      expect((await ask({ permission, id, userId })).decision, permission).toBe('ALLOW')
    }
  })

  test('needs audit:read', async () => {
    const asking = (context: ReturnType<World['as']>) =>
      describeOutcome(() => explainAccess(context, { permission: 'no such', id: 'x' }))
    expect(await asking(world.as(null))).toBe('UNAUTHENTICATED')
    expect(await asking(world.as(world.people.EDITOR))).toBe('FORBIDDEN')
    const auditor = { ...world.people.READER, permissions: ['audit:read'] }
    expect(await describeOutcome(() => explainAccess(world.as(auditor), { permission: 'audit:read' }))).toBe(
      'DONE',
    )
  })

  test.each<[AccessQuestion, string]>([
    [{ permission: 'articles:fly' }, 'permission'],
    [{ permission: 'articles:*' }, 'permission'],
    [{ permission: 'constructor:read', id: 'x' }, 'permission'],
    [{ permission: 'audit:read', id: 'x' }, 'id'],
  ])('%j is BAD_USER_INPUT', async (question, path) =>
    expect(await refusedPaths(() => ask(question))).toEqual([path]),
  )

  test.each<AccessQuestion>([
    { permission: 'articles:read', id: '00000000-0000-7000-8000-ffffffffffff' },
    { permission: 'articles:read', id: 'x' },
    { permission: 'users:read', id: '999999' },
    { permission: 'users:read', userId: '999999' },
    { permission: 'users:read', userId: 'x' },
  ])('%j is NOT_FOUND', async (question) =>
    expect(await describeOutcome(() => ask(question))).toBe('NOT_FOUND'),
  )
})
