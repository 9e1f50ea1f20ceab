import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidPolicy, attrs, definePolicy, where } from '../index.ts'
import { article, blogPolicy, user } from '../../tests/support/blog.ts'
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
      'roles.GUEST.rules[0].when.op: must be one of and, or, not, subject, is, some, isNull, may, in, eq, startsWith, endsWith, includes, lt, lte, gt, gte, contains',
    ],
    [
      'roles.GUEST.rules.0.when.value',
      null,
      'roles.GUEST.rules[0].when.value: must be string, boolean, number, {date}, {bigint}, {number}, {attribute} or {subject}',
    ],
    [
      'roles.GUEST.rules.0.when.attribute',
      'stauts',
      'roles.GUEST.rules[0]: unknown attribute "stauts" of articles; did you mean "status"?',
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
      'roles.GUEST.rules[0].when: must be {op, conditions}, {op, condition}, {op, attribute, condition}, {op, attribute}, {op, attribute, permission}, {op, attribute, value} or {op, attribute, by, value}',
    ],
    ['roles.GUEST.rules.0.permissions', [], 'roles.GUEST.rules[0].permissions: must have at least 1 item'],
    ['roles.AUTHOR.inherits', ['GUEST', 'GUEST'], 'roles.AUTHOR.inherits: must not contain duplicates'],
    ['resources.articles', ['re:ad'], 'resources.articles[0]: must match ^[^:*]+$'],
    [
      'roles.AUTHOR.rules.1.when.value',
      'soon',
      'roles.AUTHOR.rules[1].when.value: must be number, {date}, {bigint}, {number}, {attribute} or {subject}',
    ],
    [
      'roles.AUTHOR.rules.1.when.value',
      true,
      'roles.AUTHOR.rules[1].when.value: must be number, {date}, {bigint}, {number}, {attribute} or {subject}',
    ],
    [
      'roles.GUEST.rules.0.when.kind',
      'int',
      'roles.GUEST.rules[0].when.kind: must be one of boolean, integer,',
    ],
    [
      'attributes.articles',
      { ownerId: 'int' },
      'attributes.articles.ownerId: must be one of boolean, integer,',
    ],
    ['attributes.articles', 'status', 'attributes.articles: must be array or object'],
    ['grantsShowAllFields', ['articles:raed'], 'grantsShowAllFields: unknown permission "articles:raed"'],
    [
      'grantShowsAllFields',
      ['articles:read'],
      'grantShowsAllFields: is unknown; correct the name or remove it',
    ],
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

  it('gives a comparison the kind of its attribute', () => {
    const kinds = { status: 'text', ownerId: 'integer', createdAt: 'timestamp' }
    const { roles } = parsePolicy(changed('attributes.articles', kinds)).document
    expect(roles['GUEST']?.rules[0]?.when).toMatchObject({ attribute: 'status', kind: 'text' })
    expect(roles['AUTHOR']?.rules[0]?.when).toMatchObject({ attribute: 'ownerId', kind: 'integer' })
    const inner = { op: 'eq', attribute: 'ownerId', value: 5 }
    const nested = changed('attributes.articles', kinds)
    nested.roles.GUEST.rules[0].when = { op: 'not', condition: { op: 'and', conditions: [inner] } }
    expect(JSON.stringify(parsePolicy(nested).document.roles['GUEST'])).toContain('"kind":"integer"')
    nested.roles.GUEST.rules[0].when = { ...inner, kind: 'text' }
    expect(problemsIn(nested)).toEqual([
      'roles.GUEST.rules[0]: ownerId has the kind text, but attributes.articles says integer; use one kind',
    ])
  })

  it('refuses an attribute that is not among the kinds', () => {
    expect(problemsIn(changed('attributes.articles', { status: 'text', createdAt: 'timestamp' }))).toEqual([
      'roles.AUTHOR.rules[0]: unknown attribute "ownerId" of articles; add it to attributes.articles or correct it',
    ])
  })

  it('gives no kind to a rule about several resources', () => {
    const policy = changed('attributes.articles', { status: 'text', ownerId: 'integer', createdAt: 'date' })
    policy.resources.comments = ['read']
    policy.roles.GUEST.rules[0].permissions = ['*']
    expect(parsePolicy(policy).document.roles['GUEST']?.rules[0]?.when).not.toHaveProperty('kind')
  })
})

describe('a date in a JSON policy', () => {
  const problemsWith = (date: unknown) => problemsIn(changed('roles.AUTHOR.rules.1.when.value', { date }))

  it.each([
    '2026-02-31',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
    '2026-1-1',
    '2026-01-31T24:00Z',
    '2026-01-31T10:60Z',
    '2026-01-31T10:00:60Z',
    '2026-01-31T10:00',
    '2026-01-31T10:00+24:00',
    '2026-01-31 10:00Z',
    'tomorrow',
    '',
  ])('is refused with its path if no calendar has it: %s', (date) => {
    expect(problemsWith(date).join()).toMatch(
      /^roles\.AUTHOR\.rules\[1\]\.when\.value\.date: must be a day of the calendar/,
    )
  })

  it.each(['2024-02-29', '2000-02-29', '2026-12-31', '2026-01-31T23:59:59.999Z', '2026-01-31T10:00+14:00'])(
    'is accepted: %s',
    (date) => {
      expect(problemsWith(date)).toEqual([])
    },
  )

  it('is accepted exactly if JavaScript and the calendar agree on the day', () => {
    fc.assert(
      fc.property(fc.nat(9999), fc.nat(14), fc.nat(33), (year, month, dayOfMonth) => {
        const [y, m, d] = [
          `${year}`.padStart(4, '0'),
          `${month}`.padStart(2, '0'),
          `${dayOfMonth}`.padStart(2, '0'),
        ]
        const time = new Date(`${y}-${m}-${d}`)
        const isDay = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(`${y}-${m}-${d}`)
        expect(problemsWith(`${y}-${m}-${d}`).length === 0).toBe(isDay)
      }),
    )
  })
})

describe('a large or strange JSON policy', () => {
  const withWhen = (when: unknown) => problemsIn(changed('roles.GUEST.rules.0.when', when)).join('\n')
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

  it.each(['not', 'and'])('with 5,000 levels of %s is refused', (op) => {
    const [open, close] =
      op === 'not' ? ['{"op":"not","condition":', '}'] : ['{"op":"and","conditions":[', ']}']
    const deep = `${open.repeat(5000)}{"op":"and","conditions":[]}${close.repeat(5000)}`
    expect(withWhen(JSON.parse(deep))).toMatch(
      /^roles\.GUEST\.rules\[0\]\.when.{1,80}…: is too deep or too large; nest at most 250 conditions$/,
    )
    expect(problemsIn(`{"roles":${'['.repeat(200_000)}`).join()).toMatch(/^policy: is not valid JSON/)
  })

  it('with a cycle is refused', () => {
    const cycle: Record<string, unknown> = { op: 'not' }
    cycle['condition'] = cycle
    expect(withWhen(cycle)).toContain('is too deep or too large')
    const twice: Record<string, unknown> = { op: 'and' }
    twice['conditions'] = [twice, twice]
    expect(withWhen(twice)).toContain('is too deep or too large')
  })

  it('with a list of 200,000 values decides', () => {
    const when = { op: 'in', attribute: 'ownerId', value: numbers(200_000) }
    const policy = parsePolicy(changed('roles.GUEST.rules.0.when', when))
    expect(policy.can(user(1, 'GUEST'), 'articles:read', article({ ownerId: 199_999 }))).toBe(true)
  })

  it('with 200,000 mistakes is refused', () => {
    const when = { op: 'in', attribute: 'ownerId', value: numbers(200_000).map(() => null) }
    expect(() => parsePolicy(changed('roles.GUEST.rules.0.when', when))).toThrow(InvalidPolicy)
    const names = numbers(200_000).map((n) => `articles:${n}`)
    expect(() => parsePolicy(changed('roles.GUEST.rules.0.permissions', names))).toThrow(InvalidPolicy)
  })

  it('gains nothing by a getter that answers differently or throws', () => {
    let reads = 0
    const policy = Object.defineProperty(JSON.parse(text), 'roles', {
      enumerable: true,
      get: () => (reads++ ? { GUEST: { rules: [{ effect: 'allow', permissions: ['*'] }] } } : {}),
    })
    expect(parsePolicy(policy).roles).toEqual([])
    const throwing = Object.defineProperty({}, 'roles', {
      enumerable: true,
      get: () => {
        throw new Error('no')
      },
    })
    expect(problemsIn(throwing)).toEqual(['policy: cannot be read, because a getter throws'])
  })

  it('does not change with the object that it came from, and nobody can change the schema', () => {
    const given = JSON.parse(text)
    const policy = parsePolicy(given)
    given.roles.GUEST.rules[0].when.value = 'DRAFT'
    expect(policy.can(user(null, 'GUEST'), 'articles:read', article())).toBe(false)
    expect(Object.isFrozen(policySchema.$defs.rule.properties.effect)).toBe(true)
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

describe('toJson and parsePolicy', () => {
  it('keep kinds, and the permissions that show all fields', () => {
    const policy = definePolicy()({
      resources: { x: ['read'] },
      attributes: { x: attrs({ id: 'uuid', at: 'date' }) },
      roles: {
        A: {
          rules: (b) => {
            b.allow('x:read', (x) => x.id.eq('1b4e28ba-2fa1-11d2-883f-0016d3cca427'), { omit: ['at'] })
            b.deny('x:read', (x) => x.at.isNull())
            b.deny('x:read', (x) => x.at.gt(new Date(8.64e15)))
          },
        },
      },
      grantsShowAllFields: ['x:read'],
    })
    expect(parsePolicy(JSON.stringify(toJson(policy))).document).toEqual(policy.document)
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
      fc.constant({ date: '2020-02-30' }),
      fc.constantFrom('kind', 'integer', 'lt', 'contains'),
      fc.constant({ status: 'text', ownerId: 'integer', createdAt: 'date' }),
    )
    const paths = pathsIn(good)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...paths), leaf), { minLength: 1, maxLength: 3 }),
        (changes) => {
          const policy = structuredClone(good)
          for (const [path, value] of changes) put(policy, path, structuredClone(value))
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
    [...path, 'kind'],
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
