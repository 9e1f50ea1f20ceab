import { buildSchema, graphql, parse, subscribe, type GraphQLSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { attrs, definePolicy } from '../index.ts'
import { reloadable } from '../reload/index.ts'
import { restrict } from '../restrict/index.ts'
import { article, blogPolicy, user } from '../../tests/support/blog.ts'
import { applyAuth, applyCan, applyHidden, applyMasked, directiveDefinitions } from './index.ts'

const policy = blogPolicy()
const build = (sdl: string): GraphQLSchema => buildSchema(`${directiveDefinitions()} ${sdl}`)
const ask = async (schema: GraphQLSchema, source: string, subject: unknown, rootValue: unknown = {}) =>
  JSON.parse(JSON.stringify(await graphql({ schema, source, rootValue, contextValue: { subject } })))
const codeOf = (answer: { errors?: readonly { extensions: { code?: string } }[] }) =>
  answer.errors?.[0]?.extensions.code ?? 'allowed'

const throwing = (members: object, name: string) =>
  Object.defineProperty({ ...members }, name, {
    enumerable: true,
    get: () => {
      throw new Error('not loaded')
    },
  })

describe('@auth', () => {
  const schema = applyAuth(build('type Query { drafts: String @auth(role: "AUTHOR") }'), policy)
  const codeFor = async (subject: unknown) =>
    codeOf(await ask(schema, '{ drafts }', subject, { drafts: 'yes' }))

  it('refuses a subject whose restriction takes a permission of the role away', async () => {
    const editor = user(1, 'EDITOR')
    expect(await codeFor(restrict(policy, editor, ['articles:read']))).toBe('FORBIDDEN')
    expect(await codeFor(restrict(policy, editor, []))).toBe('FORBIDDEN')
    expect(await codeFor({ ...editor, restrictedTo: 'articles:read' })).toBe('FORBIDDEN')
    expect(
      await codeFor(restrict(policy, editor, ['articles:read', 'articles:write', 'comments:read'])),
    ).toBe('allowed')
    expect(await codeFor(restrict(policy, editor, ['*']))).toBe('allowed')
  })

  it('refuses a subject whose other role denies a permission of the role', async () => {
    const denying = definePolicy()({
      resources: { docs: ['read', 'write'] },
      attributes: { docs: attrs<{ isLocked: boolean }>() },
      roles: {
        AUTHOR: { rules: (b) => b.allow(['docs:read', 'docs:write']) },
        BANNED: { rules: (b) => b.deny('docs:write') },
        LIMITED: { rules: (b) => b.deny('docs:write', (d) => d.isLocked.eq(true)) },
        READER: { rules: (b) => b.allow('docs:read') },
      },
    })
    const guarded = applyAuth(build('type Query { x: Int @auth(role: "AUTHOR") }'), denying)
    const code = async (...roles: string[]) => codeOf(await ask(guarded, '{ x }', { id: 1, roles }))
    expect(await code('AUTHOR', 'READER')).toBe('allowed')
    expect(await code('AUTHOR', 'BANNED')).toBe('FORBIDDEN')
    expect(await code('AUTHOR', 'LIMITED')).toBe('FORBIDDEN')
  })

  it('needs only the role if the option says so', async () => {
    const byRole = applyAuth(build('type Query { x: Int @auth(role: "AUTHOR") }'), policy, {
      requires: 'role',
    })
    expect(codeOf(await ask(byRole, '{ x }', restrict(policy, user(1, 'AUTHOR'), [])))).toBe('allowed')
    expect(codeOf(await ask(byRole, '{ x }', user(1, 'GUEST')))).toBe('FORBIDDEN')
  })

  it('follows a policy that is replaced, and asks the audit hook nothing', async () => {
    const events: unknown[] = []
    const make = (inherits: readonly 'AUTHOR'[]) =>
      definePolicy()({
        resources: { docs: ['read'] },
        roles: { AUTHOR: { rules: (b) => b.allow('docs:read') }, CHIEF: { inherits } },
        audit: (event) => events.push(event),
      })
    const live = reloadable(make([]))
    const guarded = applyAuth(build('type Query { x: Int @auth(role: "AUTHOR") }'), live)
    const code = async () => codeOf(await ask(guarded, '{ x }', user(1, 'CHIEF')))
    expect(await code()).toBe('FORBIDDEN')
    await live.replace(() => make(['AUTHOR']))
    expect(await code()).toBe('allowed')
    expect(events).toEqual([])
  })

  it.each(['id', 'roles', 'permissions', 'restrictedTo'])(
    'refuses a subject whose %s throws, and passes no other error on',
    async (name) => {
      const subject = throwing({ id: 1, roles: ['EDITOR'], permissions: [], restrictedTo: ['*'] }, name)
      expect(await codeFor(subject)).toBe('UNAUTHENTICATED')
    },
  )

  it('counts a context whose subject throws as nobody', async () => {
    const { errors } = await graphql({ schema, source: '{ drafts }', contextValue: throwing({}, 'subject') })
    expect(errors?.[0]?.message).toBe('Missing permission: role AUTHOR for Query.drafts')
    expect(errors?.[0]?.extensions['code']).toBe('UNAUTHENTICATED')
  })
})

describe('@can', () => {
  const schema = applyCan(
    build(`
      type Article { id: Int notes: String @can(permission: "articles:write") }
      type Query {
        article: Article
        all: String @can(permission: "articles:read")
        trash: String @can(permission: "articles:delete")
      }
    `),
    policy,
  )
  const root = { article: { ...article({ id: 1, ownerId: 7 }), notes: 'secret' }, all: 'all', trash: 'trash' }

  it('asks about the object of the field', async () => {
    const asked = '{ article { id notes } }'
    expect((await ask(schema, asked, user(7, 'AUTHOR'), root)).data.article.notes).toBe('secret')
    const refused = await ask(schema, asked, user(8, 'AUTHOR'), root)
    expect(refused.data.article).toEqual({ id: 1, notes: null })
    expect(codeOf(refused)).toBe('FORBIDDEN')
    expect(codeOf(await ask(schema, asked, null, root))).toBe('UNAUTHENTICATED')
    const scoped = restrict(policy, user(7, 'AUTHOR'), ['articles:read'])
    expect(codeOf(await ask(schema, asked, scoped, root))).toBe('FORBIDDEN')
  })

  it('asks without a resource on a root field, so that a condition refuses', async () => {
    expect(codeOf(await ask(schema, '{ all }', user(7, 'GUEST'), { status: 'PUBLISHED', all: 'x' }))).toBe(
      'FORBIDDEN',
    )
    expect((await ask(schema, '{ trash }', user(7, 'EDITOR'), root)).data.trash).toBe('trash')
    expect(codeOf(await ask(schema, '{ trash }', user(7, 'AUTHOR'), root))).toBe('FORBIDDEN')
  })

  it('refuses an object whose attribute throws', async () => {
    const broken = { article: throwing(root.article, 'ownerId') }
    expect(codeOf(await ask(schema, '{ article { notes } }', user(7, 'AUTHOR'), broken))).toBe('FORBIDDEN')
  })

  it('passes no other error of the policy on', async () => {
    const failing = { permissions: policy.permissions, for: () => throwing({}, 'authorize') as never }
    const guarded = applyCan(build('type Query { x: Int @can(permission: "articles:read") }'), failing)
    expect((await ask(guarded, '{ x }', user(1))).errors[0].message).toBe('Missing permission: Query.x')
  })

  it.each([
    ['articles:raed', '; did you mean "articles:read"?'],
    ['articles:*', '.'],
    ['constructor', '.'],
  ])('refuses a schema with the permission %s', (name, end) => {
    expect(() => applyCan(build(`type Query { x: Int @can(permission: "${name}") }`), policy)).toThrow(
      new TypeError(`@can on Query.x names the permission ${name}, which the policy does not define${end}`),
    )
  })
})

describe('a subscription', () => {
  const sdl = `type Query { x: Int } type Subscription {
    drafts: Int @auth(role: "AUTHOR")
    trash: Int @can(permission: "articles:delete")
  }`

  it('is refused before its source runs', async () => {
    const schema = applyCan(applyAuth(build(sdl), policy), policy)
    for (const [field, allowed] of [
      ['drafts', 'AUTHOR'],
      ['trash', 'EDITOR'],
    ] as const) {
      let runs = 0
      const source = async function* () {
        yield { [field]: 5 }
      }
      const start = (subject: unknown) =>
        subscribe({
          schema,
          document: parse(`subscription { ${field} }`),
          rootValue: { [field]: () => ((runs += 1), source()) },
          contextValue: { subject },
        })
      expect(await start(user(1, 'GUEST'))).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
      expect(runs).toBe(0)
      const events = (await start(user(1, allowed))) as AsyncGenerator<unknown>
      expect((await events.next()).value).toEqual({ data: { [field]: 5 } })
    }
  })
})

describe('a directive on a field of an interface', () => {
  const sdl = (own = '') => `
    interface Being { email: String @masked password: String @hidden notes: String @auth(role: "EDITOR") secret: String @can(permission: "articles:delete") }
    interface Human implements Being { email: String password: String notes: String secret: String }
    type Person implements Human & Being { email: String password: String notes: String ${own} secret: String }
    type Query { being: Being person: Person }
  `
  const root = { __typename: 'Person', email: 'jane@example.org', password: 'x', notes: 'y', secret: 'z' }
  const apply = (schema: GraphQLSchema) =>
    applyMasked(applyHidden(applyCan(applyAuth(schema, policy), policy)), { reveals: () => false })

  it('applies to the fields of its types', async () => {
    const schema = apply(build(sdl()))
    for (const field of ['being', 'person']) {
      const asked = `{ ${field} { email notes secret } }`
      const { data, errors } = await ask(schema, asked, user(1, 'AUTHOR'), { [field]: root })
      expect(data[field]).toEqual({ email: 'j***@e***.org', notes: null, secret: null })
      expect(errors).toHaveLength(2)
      expect((await ask(schema, `{ ${field} { password } }`, user(1, 'ADMIN'))).errors[0].message).toContain(
        'Cannot query field',
      )
    }
  })

  it('may stand on the fields of its types too, with the same argument', () => {
    expect(() => apply(build(sdl('@auth(role: "EDITOR")')))).not.toThrow()
    expect(() => apply(build(sdl('@auth(role: "GUEST")')))).toThrow(
      new TypeError(
        '@auth(role: GUEST) on Person.notes differs from @auth(role: EDITOR) on Being.notes, and both are for Person.notes. Use the same arguments.',
      ),
    )
  })

  it('is needed if a type hides the field', () => {
    const schema = build(`
      interface Being { password: String }
      type Person implements Being { password: String @hidden }
      type Query { being: Being }
    `)
    expect(() => applyHidden(schema)).toThrow(
      new TypeError(
        '@hidden on Person.password needs @hidden on Being.password, because Person implements Being.',
      ),
    )
  })
})

describe('reveals', () => {
  it.each([1, 'true', {}, [], Promise.resolve('yes'), undefined])('does not accept %j', async (answer) => {
    const schema = applyMasked(build('type Query { email: String @masked }'), {
      reveals: () => answer as never,
    })
    expect((await ask(schema, '{ email }', null, { email: 'jane@example.org' })).data.email).toBe(
      'j***@e***.org',
    )
  })

  it('masks if it throws', async () => {
    const schema = applyMasked(build('type Query { email: String @masked }'), {
      reveals: (_, context) => (context as { subject: { id: number } }).subject.id === 1,
    })
    const subject = throwing({}, 'id')
    expect((await ask(schema, '{ email }', subject, { email: 'jane@example.org' })).data.email).toBe(
      'j***@e***.org',
    )
  })
})

describe('a directive in a place where it protects nothing', () => {
  const places =
    'OBJECT | INTERFACE | UNION | ENUM_VALUE | ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION | SCHEMA'
  const sdl = (part: string) => `
    directive @masked on FIELD_DEFINITION | ${places}
    ${part.includes('Query') ? '' : 'type Query { a: Int }'}
    ${part}
  `

  it.each([
    ['type Person @masked { id: ID }', 'Person'],
    ['type Person { id: ID } extend type Person @masked', 'Person'],
    ['interface Being @masked { id: ID }', 'Being'],
    ['type Person { id: ID } union Being @masked = Person', 'Being'],
    ['enum State { OPEN @masked }', 'State.OPEN'],
    ['type Query { user(id: ID @masked): ID }', 'Query.user.id'],
    ['input Filter { email: String @masked }', 'Filter.email'],
    ['schema @masked { query: Query } type Query { a: Int }', 'the schema'],
  ])('is refused: %s', (part, place) => {
    expect(() => applyMasked(buildSchema(sdl(part)))).toThrow(`@masked on ${place} protects nothing.`)
  })

  it('is accepted if it stands on fields only', () => {
    expect(() =>
      applyMasked(buildSchema(sdl('type Query { a: Int } extend type Query { b: Int @masked }'))),
    ).not.toThrow()
  })
})
