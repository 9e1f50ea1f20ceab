import { contentPolicy, type ContentModel, type User } from '@content-service/domain'
import { newUser } from '@content-service/domain/internal/users'
import { USER_ROLES, type UserRole } from '@content-service/domain/internal/access'
import { toolModel } from '@content-service/domain/testing'
import { describe, expect, test } from 'vitest'
import { findReach } from './scope-reach.ts'
import { groupScopes } from './scopes-in-words.ts'

const listWords = (scopes: readonly string[], reach: 'all' | 'own' | 'some' = 'own') =>
  groupScopes(scopes, () => reach)

describe('C7.5 the scopes on the consent page', () => {
  test('appear under their resource', () => {
    expect(listWords(['users:read', 'articles:read', 'articles:delete'])).toEqual([
      ['Articles', ['read your own articles, your drafts too', 'delete your own articles']],
      ['Accounts', ['see your account and its private details']],
    ])
  })

  test('have words for all permissions', () => {
    const words = listWords(contentPolicy.permissions).flatMap(([, members]) => members)
    expect(words).toHaveLength(contentPolicy.permissions.length)
    expect(words.filter((word) => word.includes(':'))).toEqual([])
  })

  test('of a declared type come before those of the account', () => {
    expect(listWords(['audit:read', 'reports:run', 'reports:read'], 'all')).toEqual([
      ['Reports', ['run all reports', 'see all reports']],
      ['Audit log', ['read the audit log']],
    ])
    expect(listWords(['reports:run'], 'some')).toEqual([['Reports', ['run the reports that you may run']]])
  })

  test('promise some of your records, if the policy leaves out others', () => {
    expect(findWords('READER', 'articles:read')).toBe('read the articles that you may read')
    expect(findWords('AUTHOR', 'articles:read')).toBe('read the articles that you may read, your drafts too')
    expect(findWords('AUTHOR', 'articles:write')).toBe('write articles, and change your own articles')
    expect(findWords('AUTHOR', 'articles:delete')).toBe('delete some of your own articles')
  })

  test('without words appear unchanged, and are never left out', () => {
    expect(listWords(['constructor', '__proto__:x', 'articles:feature'])).toEqual([
      ['Articles', ['articles:feature']],
      ['Other', ['constructor', '__proto__:x']],
    ])
  })
})

const aPerson = (role: UserRole): User => {
  const given = { username: 'ada', name: 'Ada', email: 'ada@example.org', role } as const
  return { ...newUser(given, new Date(0)), id: 7 as User['id'] }
}

const findWords = (role: UserRole, scope: string): string | undefined =>
  groupScopes([scope], (each) => findReach(aPerson(role), each, contentPolicy))[0]?.[1][0]

type Values = Readonly<Record<string, unknown>>

const combine = (records: readonly Values[], name: string, values: readonly unknown[]): readonly Values[] =>
  records.flatMap((record) => values.map((value) => ({ ...record, [name]: value })))

/** Facts of a record and of its linked records: a user may be the person or another, and a state may be each of its states. */
const listRecords = (model: ContentModel, resource: string): readonly Values[] => {
  const own = Object.entries(model.facts[resource] ?? {}).reduce<readonly Values[]>(
    (records, [name, fact]) =>
      // The rules of the service compare users and states alone.
      fact === 'user'
        ? combine(records, name, [7, 8])
        : Array.isArray(fact)
          ? combine(records, name, fact)
          : records,
    [{}],
  )
  return Object.entries(model.links[resource] ?? {}).reduce(
    (records, [link, to]) => combine(records, link, listRecords(model, to)),
    own,
  )
}

/** The attribute of the owner of each resource. */
const OWNERS: Readonly<Record<string, string>> = {
  articles: 'ownerId',
  comments: 'authorId',
  users: 'id',
  'api-keys': 'ownerId',
  webhooks: 'ownerId',
  workshops: 'hostId',
}

describe.each(USER_ROLES)('the words for %s are those of the policy', (role) => {
  const { policy } = toolModel
  const person = aPerson(role)
  const held = policy.permissions.filter((scope) => policy.permits(person, scope))

  test.each(held)('%s', (scope) => {
    const [resource = ''] = scope.split(':')
    const records = listRecords(toolModel, resource)
    const allowed = records.filter((record) => policy.can(person, scope, record as never))
    const isOwn = (record: Readonly<Record<string, unknown>>) => record[OWNERS[resource] ?? ''] === 7
    const own = records.filter((record) => isOwn(record) && record['status'] !== 'DELETED')
    const [onlyOwn, allOwn] = [allowed.every(isOwn), own.every((record) => allowed.includes(record))]
    const reach = allOwn ? (onlyOwn ? 'own' : 'ownAndOthers') : onlyOwn ? 'someOwn' : 'some'
    const isEvery = allowed.length === records.length
    expect(findReach(person, scope, policy)).toBe(isEvery ? 'all' : reach)
    const [[, [words]] = ['', ['']]] = groupScopes([scope], (each) => findReach(person, each, policy))
    if (!allOwn) expect(words).not.toMatch(/(?<!some of )your (own|drafts)/)
    if (!isEvery) expect(words).not.toContain(' all ')
    if (resource === 'users') expect(words).toContain(isEvery ? 'all accounts' : 'your account')
  })
})
