import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidPolicy, definePolicy, where } from '../index.ts'
import { article, blogPolicy, user } from '../testing/blog.ts'
import { parsePolicy, policySchema, toJson } from './index.ts'
import { validate } from './validate.ts'

const text = `{
  "resources": { "articles": ["read", "write"] },
  "attributes": { "articles": ["status", "ownerId", "createdAt"] },
  "roles": {
    "GUEST": { "rules": [
      { "effect": "allow", "permissions": ["articles:read"], "when": { "op": "eq", "attribute": "status", "value": "PUBLISHED" } }
    ] },
    "AUTHOR": { "inherits": ["GUEST"], "rules": [
      { "effect": "allow", "permissions": ["articles:*"], "when": { "op": "eq", "attribute": "ownerId", "value": { "subject": "id" } } },
      { "effect": "deny", "permissions": ["articles:write"], "when": { "op": "lt", "attribute": "createdAt", "value": { "date": "2020-01-01" } } }
    ] }
  }
}`

const problemsIn = (json: unknown): readonly string[] => {
  try {
    parsePolicy(json)
  } catch (error) {
    if (error instanceof InvalidPolicy)
      return error.problems.map(({ path, message }) => `${path}: ${message}`)
    throw error
  }
  return []
}

/** The example with one member changed. */
const changed = (path: string, value: unknown) => {
  const policy = JSON.parse(text)
  const names = path.split('.')
  const parent = names.slice(0, -1).reduce((object, name) => object[name], policy)
  parent[names.at(-1) as string] = value
  return policy
}

describe('parsePolicy', () => {
  it('makes a policy that decides like one written with the builder', () => {
    const policy = parsePolicy(text)
    expect(policy.can(user(null, 'GUEST'), 'articles:read', article({ status: 'PUBLISHED' }))).toBe(true)
    expect(policy.can(user(7, 'AUTHOR'), 'articles:write', article())).toBe(true)
    expect(
      policy.can(user(7, 'AUTHOR'), 'articles:write', article({ createdAt: new Date('2019-06-01') })),
    ).toBe(false)
  })

  it.each([
    ['roles.GUEST.rules.0.effect', 'permit', 'roles.GUEST.rules[0].effect: must be one of allow, deny'],
    [
      'roles.GUEST.rules.0.permissions',
      ['articles:reed'],
      'roles.GUEST.rules[0]: unknown permission "articles:reed"',
    ],
    [
      'roles.GUEST.rules.0.when.op',
      'equals',
      'roles.GUEST.rules[0].when.op: must be one of and, or, not, isNull, in, eq, lt, lte, gt, gte, contains',
    ],
    [
      'roles.GUEST.rules.0.when.value',
      null,
      'roles.GUEST.rules[0].when.value: must be string, number, boolean, {date}, {bigint}, {number} or {subject}',
    ],
    [
      'roles.GUEST.rules.0.when.attribute',
      'stauts',
      'roles.GUEST.rules[0]: unknown attribute "stauts" of articles; add it to attributes.articles or correct it',
    ],
    [
      'roles.GUEST.rules.0.omit',
      ['password'],
      'roles.GUEST.rules[0]: unknown attribute "password" of articles; add it to attributes.articles or correct it',
    ],
    [
      'roles.GUEST.rules.0.unless',
      true,
      'roles.GUEST.rules[0].unless: is unknown; correct the name or remove it',
    ],
    ['roles.AUTHOR.inherits', ['GUST'], 'roles.AUTHOR.inherits: unknown role "GUST"'],
    ['roles.AUTHOR.inherits', ['AUTHOR'], 'roles.AUTHOR.inherits: cycle AUTHOR → AUTHOR'],
    [
      'attributes.comments',
      ['id'],
      'attributes.comments: unknown resource; add it to resources or remove it',
    ],
    [
      'roles.GUEST.rules.0.when',
      true,
      'roles.GUEST.rules[0].when: must be {op, conditions}, {op, condition}, {op, attribute} or {op, attribute, value}',
    ],
    ['roles.GUEST.rules.0.permissions', [], 'roles.GUEST.rules[0].permissions: must have at least 1 item'],
    ['roles.AUTHOR.inherits', ['GUEST', 'GUEST'], 'roles.AUTHOR.inherits: must not contain duplicates'],
    ['resources.articles', ['re:ad'], 'resources.articles[0]: must match ^[^:*]+$'],
    ['roles.AUTHOR.rules.1.when.value', { date: '2020-13-45' }, 'roles.AUTHOR.rules[1]: invalid condition'],
  ])('refuses %s = %j', (path, value, problem) => {
    expect(problemsIn(changed(path, value)).join('\n')).toContain(problem)
  })

  it('names all problems at once', () => {
    const policy = changed('roles.GUEST.rules.0.when.attribute', 'stauts')
    policy.roles.AUTHOR.inherits = ['GUST']
    expect(problemsIn(policy)).toHaveLength(2)
    expect(problemsIn({ roles: 5 })).toEqual(['resources: is missing; add it', 'roles: must be object'])
  })

  it.each(['{', 'null', '[]', '"x"'])('refuses %s', (json) => {
    expect(problemsIn(json)).toHaveLength(1)
  })

  it('says that a text is not JSON', () => {
    expect(problemsIn('{').join()).toMatch(/^policy: is not valid JSON: /)
  })

  it('refuses what is nested so deeply that it would exhaust the stack', () => {
    const deep = '{"op":"not","condition":'.repeat(5000) + '{"op":"and","conditions":[]}' + '}'.repeat(5000)
    expect(problemsIn(changed('roles.GUEST.rules.0.when', JSON.parse(deep))).join()).toContain(
      'must not nest deeper than 100 levels',
    )
  })
})

describe('toJson', () => {
  it('is what parsePolicy reads, dates, bigints and infinity included', () => {
    const row = where<{ at: Date; size: bigint; rate: number }>()
    const policy = definePolicy()({
      resources: { x: ['read'] },
      roles: {
        A: { rules: (b) => b.allow('x:read', () => row.at.eq(new Date(5))) },
        B: { rules: (b) => b.allow('x:read', () => row.size.in([5n])) },
        C: { rules: (b) => b.allow('x:read', () => row.rate.lt(Infinity)) },
      },
    })
    const back = parsePolicy(JSON.stringify(toJson(policy)))
    expect(back.document).toEqual(policy.document)
    expect(parsePolicy(JSON.stringify(toJson(blogPolicy()))).document.roles).toEqual(
      blogPolicy().document.roles,
    )
  })
})

describe('the JSON Schema', () => {
  it('is the published file', () => {
    const published = readFileSync(new URL('../../policy.schema.json', import.meta.url), 'utf8')
    expect(JSON.parse(published)).toEqual(JSON.parse(JSON.stringify(policySchema)))
  })

  it('means to ajv what it means to parsePolicy', () => {
    const conforms = new Ajv2020({ allowUnionTypes: true }).compile(policySchema)
    const good = JSON.parse(text)
    const leaf = fc.oneof(
      fc.constantFrom('allow', 'eq', 'and', 'articles:read', '', 'status', ':'),
      fc.jsonValue(),
      fc.constant({ subject: 'id' }),
      fc.constant({ date: '2020-01-01' }),
    )
    const paths = pathsIn(good)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...paths), leaf), { minLength: 1, maxLength: 3 }),
        (changes) => {
          const policy = structuredClone(good)
          for (const [path, value] of changes) put(policy, path, value)
          expect(validate(policySchema as never, policy).length === 0).toBe(conforms(policy))
        },
      ),
      { numRuns: 2000 },
    )
  })
})

function pathsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]]
  return [
    [...path],
    [...path, 'more'],
    ...Object.entries(value).flatMap(([name, member]) => pathsIn(member, [...path, name])),
  ].filter((found) => found.length > 0)
}

function put(root: unknown, path: readonly string[], value: unknown) {
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((object, name) => (object as Record<string, unknown> | null)?.[name], root)
  if (typeof parent === 'object' && parent !== null)
    (parent as Record<string, unknown>)[path.at(-1) as string] = value
}
