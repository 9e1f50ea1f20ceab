import { readFileSync } from 'node:fs'
import { InvalidPolicy, type RuleDocument } from '@content-service/authz'
import type { JsonPolicy } from '@content-service/authz/json'
import { describe, expect, test } from 'vitest'
import { ANYBODY } from '../access/access.ts'
import { ARTICLE_STATUSES } from '../access/built-in-facts.ts'
import type { Caller } from '../access/content-policy.ts'
import { builtInModel, contentPolicy } from '../service/content-types.ts'
import type { UserId } from '../rules/ids.ts'
import { USER_ROLES } from '../access/role-names.ts'
import { defaultPolicyFile, readPolicy } from './policy-file.ts'

const DEFAULT = defaultPolicyFile(builtInModel)
const OWN = { op: 'eq', attribute: 'ownerId', value: { subject: 'id' } } as const

/** The default policy with one role changed. */
const withRole = (name: string, role: object): object => ({
  ...DEFAULT,
  roles: { ...DEFAULT.roles, [name]: { ...DEFAULT.roles[name], ...role } },
})
const withRule = (rule: Partial<RuleDocument>): object =>
  withRole('AUTHOR', { rules: [{ effect: 'allow', permissions: ['articles:write'], ...rule }] })

const listProblems = (policy: unknown): readonly string[] => {
  try {
    readPolicy(builtInModel, typeof policy === 'string' ? policy : JSON.stringify(policy))
    return []
  } catch (error) {
    if (error instanceof InvalidPolicy)
      return error.problems.map(({ path, message }) => `${path}: ${message}`)
    throw error
  }
}

describe('C7.7 the default policy as a file', () => {
  test('equals the policy of the service, rule by rule', () => {
    const { policy, findings } = readPolicy(builtInModel, JSON.stringify(DEFAULT))
    expect(policy.document).toEqual(contentPolicy.document)
    expect(findings).toEqual([])
  })

  test('decides every question as the service does', () => {
    const { policy } = readPolicy(builtInModel, JSON.stringify(DEFAULT))
    const callers: readonly Caller[] = [
      ANYBODY,
      ...USER_ROLES.map((role) => ({ id: 7 as UserId, roles: [role], permissions: [] })),
    ]
    const records = ARTICLE_STATUSES.flatMap((status) =>
      [7, 8].map((id) => ({
        id,
        ownerId: id,
        authorId: id,
        status,
        article: { ownerId: id, status },
      })),
    )
    for (const permission of contentPolicy.permissions)
      for (const caller of callers)
        for (const record of records)
          expect(policy.can(caller, permission, record as never), permission).toBe(
            contentPolicy.can(caller, permission, record as never),
          )
  })

  test('shows the private fields of users to holders of users:read (C3.7)', () => {
    expect(contentPolicy.document.grantsShowAllFields).toEqual(['users:read'])
    expect(DEFAULT.grantsShowAllFields).toEqual(['users:read'])
  })

  test('is the policy of the documentation', () => {
    const documented = readFileSync(new URL('../../../../docs/default-policy.json', import.meta.url), 'utf8')
    expect(JSON.parse(documented)).toEqual(DEFAULT)
  })
})

describe('C7.7 a policy of the operator', () => {
  test('changes the permissions of a role', () => {
    const { policy } = readPolicy(
      builtInModel,
      JSON.stringify(withRule({ permissions: ['articles:*'], when: OWN })),
    )
    const author: Caller = { id: 7 as UserId, roles: ['AUTHOR'], permissions: [] }
    const own = { ownerId: 7, status: 'PUBLISHED' } as never
    expect(policy.can(author, 'articles:publish', own)).toBe(true)
    expect(contentPolicy.can(author, 'articles:publish', own)).toBe(false)
  })

  test('may leave out the attributes, and add a role that other roles inherit', () => {
    const { attributes: _, ...rest } = DEFAULT
    const roles = {
      ...rest.roles,
      STAFF: { rules: [] },
      ADMIN: { ...rest.roles['ADMIN'], inherits: ['EDITOR', 'STAFF'] },
    }
    expect(listProblems({ ...rest, roles })).toEqual([])
  })

  test('of an earlier release may leave out a later resource: no role has permissions on it', () => {
    const { 'oauth-clients': _, ...resources } = DEFAULT.resources
    const rules = DEFAULT.roles['ADMIN']?.rules.filter(
      ({ permissions }) => !permissions.some((permission) => permission.startsWith('oauth-clients:')),
    )
    const file = { ...(withRole('ADMIN', { rules }) as JsonPolicy), resources }
    const { policy, findings } = readPolicy(builtInModel, JSON.stringify(file))
    const admin: Caller = { id: 7 as UserId, roles: ['ADMIN'], permissions: [] }
    expect(policy.can(admin, 'oauth-clients:read')).toBe(false)
    expect(findings.map(({ message }) => message)).toEqual([
      'no role allows oauth-clients:read',
      'no role allows oauth-clients:write',
    ])
  })

  test('may deny permissions that other rules allow', () => {
    const [deny, when] = ['deny' as const, { op: 'eq', attribute: 'status', value: 'PUBLISHED' } as const]
    expect(listProblems(withRule({ effect: deny, when }))).toEqual([])
  })

  test('is analysed: probable mistakes are warnings', () => {
    const nobodyReadsAudit = withRole('ADMIN', {
      rules: DEFAULT.roles['ADMIN']?.rules.filter(({ permissions }) => !permissions.includes('audit:read')),
    })
    expect(readPolicy(builtInModel, JSON.stringify(nobodyReadsAudit)).findings).toEqual([
      { kind: 'ungranted', path: 'resources', message: 'no role allows audit:read' },
    ])
    const twice = withRule({ permissions: ['products:read'] })
    expect(readPolicy(builtInModel, JSON.stringify(twice)).findings).toContainEqual(
      expect.objectContaining({ kind: 'shadowed', path: 'roles.AUTHOR.rules[0]' }),
    )
  })

  const wrong: readonly (readonly [string, unknown, string])[] = [
    ['no JSON', '{', 'policy: is not valid JSON'],
    ['no policy', [], 'policy: must be object'],
    ['a role that is missing', { ...DEFAULT, roles: {} }, 'roles.GUEST: is missing; add it'],
    [
      'a role without the one below',
      withRole('AUTHOR', { inherits: ['GUEST'] }),
      'roles.AUTHOR.inherits: must contain READER, or a role that inherits it',
    ],
    [
      'another resource',
      { ...DEFAULT, resources: { ...DEFAULT.resources, pages: ['read'] } },
      'resources.pages: is not a resource of this service; remove it',
    ],
    [
      'another action',
      { ...DEFAULT, resources: { ...DEFAULT.resources, audit: ['read', 'write'] } },
      'resources.audit: must have the actions read',
    ],
    [
      'an unknown permission',
      withRule({ permissions: ['articles:writ'] }),
      'roles.AUTHOR.rules[0]: unknown permission "articles:writ"',
    ],
    [
      'an unknown attribute',
      withRule({ when: { ...OWN, attribute: 'owner' } }),
      'roles.AUTHOR.rules[0].when: unknown attribute "owner" of articles; use one of status, ownerId',
    ],
    [
      'an attribute that the file names itself',
      {
        ...(withRule({ when: { ...OWN, attribute: 'owner' } }) as JsonPolicy),
        attributes: { articles: ['owner'] },
      },
      'roles.AUTHOR.rules[0].when: unknown attribute "owner" of articles; use one of status, ownerId',
    ],
    [
      'a state that there is not',
      withRule({ when: { op: 'eq', attribute: 'status', value: 'PUBLISHD' } }),
      'roles.AUTHOR.rules[0].when: the value to compare with status must be one of DRAFT, REVIEW, PUBLISHED, ARCHIVED, DELETED',
    ],
    [
      'one of several states',
      withRule({ when: { op: 'not', condition: { op: 'in', attribute: 'status', value: ['DRAFT', 'x'] } } }),
      'roles.AUTHOR.rules[0].when: the value to compare with status must be one of',
    ],
    [
      'an attribute of the caller that there is not',
      withRule({ when: { ...OWN, value: { subject: 'team' } } }),
      'roles.AUTHOR.rules[0].when: the value to compare with ownerId must be the id of a user, or {"subject": "id"}',
    ],
    [
      'a field rule, which nothing would honour',
      withRule({ mask: ['ownerId'] }),
      'roles.AUTHOR.rules[0].mask: has no effect in this service; remove it',
    ],
  ]

  test.each(wrong)('with %s is refused, with the place and the advice', (_, policy, problem) =>
    expect(listProblems(policy)).toContainEqual(expect.stringContaining(problem)),
  )

  test('with several mistakes is refused with all of them', () => {
    const policy = {
      ...DEFAULT,
      resources: { ...DEFAULT.resources, pages: ['read'], audit: ['read', 'write'] },
      roles: { ...DEFAULT.roles, AUTHOR: { rules: [] } },
    }
    expect(listProblems(policy)).toHaveLength(3)
  })
})
