import { buildSchema, graphql, printSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { blogPolicy, user } from '../../tests/support/blog.ts'
import { applyAuth, applyHidden, applyMasked, directiveDefinitions } from './index.ts'

const policy = blogPolicy()
const build = () =>
  buildSchema(`
    enum Role { GUEST AUTHOR EDITOR ADMIN }
    ${directiveDefinitions('Role')}
    type Person { id: ID! email: String @masked password: String @hidden notes: String @auth(role: EDITOR) }
    type Query { me: Person drafts: [String] @auth(role: AUTHOR) open: String }
  `)
const root = {
  me: { id: 7, email: 'jane@example.org', password: 'secret', notes: () => 'computed' },
  drafts: () => ['a'],
  open: 'yes',
}
const schema = applyMasked(applyHidden(applyAuth(build(), policy)), {
  reveals: (source, context) =>
    (source as { id: number }).id === (context as { subject: { id: number } }).subject?.id,
})
const ask = async (source: string, subject: unknown, of = schema) =>
  JSON.parse(
    JSON.stringify(await graphql({ schema: of, source, rootValue: root, contextValue: { subject } })),
  )

describe('@auth', () => {
  it('is for the role and those that inherit it', async () => {
    for (const role of ['AUTHOR', 'EDITOR'])
      expect(await ask('{ drafts open }', user(1, role))).toEqual({ data: { drafts: ['a'], open: 'yes' } })
  })

  it.each([
    [user(1, 'GUEST'), 'FORBIDDEN'],
    [user(null, 'GUEST'), 'UNAUTHENTICATED'],
    [null, 'UNAUTHENTICATED'],
    [user(1, 'constructor'), 'FORBIDDEN'],
  ])('refuses others on that field alone: %j %s', async (subject, code) => {
    const { data, errors } = await ask('{ drafts open }', subject)
    expect(data).toEqual({ drafts: null, open: 'yes' })
    expect(errors).toMatchObject([{ path: ['drafts'], extensions: { code } }])
  })

  it('keeps what a field did before', async () => {
    expect(await ask('{ me { notes } }', user(1, 'EDITOR'))).toEqual({ data: { me: { notes: 'computed' } } })
  })

  it('takes the error and the subject from the caller', async () => {
    const own = applyAuth(build(), policy, {
      subject: () => user(1, 'GUEST'),
      error: ({ code }) => new Error(`no: ${code}`),
    })
    expect((await ask('{ drafts }', null, own)).errors[0].message).toBe('no: FORBIDDEN')
  })

  it('refuses a schema with an unknown role', () => {
    const odd = buildSchema(`${directiveDefinitions()} type Query { x: Int @auth(role: "toString") }`)
    expect(() => applyAuth(odd, policy)).toThrow(
      '@auth on Query.x names the role toString, which the policy does not define.',
    )
  })
})

describe('@hidden', () => {
  it('is in no query and no introspection', async () => {
    expect(printSchema(schema)).not.toContain('password')
    expect((await ask('{ me { password } }', user(7, 'ADMIN'))).errors[0].message).toContain(
      'Cannot query field',
    )
    expect(JSON.stringify(await ask('{ __type(name: "Person") { fields { name } } }', null))).not.toContain(
      'password',
    )
  })
})

describe('@masked', () => {
  it('shows the value only to those it is revealed to', async () => {
    expect((await ask('{ me { email } }', user(8, 'ADMIN'))).data.me.email).toBe('j***@e***.org')
    expect((await ask('{ me { email } }', user(7, 'GUEST'))).data.me.email).toBe('jane@example.org')
  })

  it('masks for everyone unless told otherwise, and leaves null alone', async () => {
    const plain = applyMasked(build())
    expect((await ask('{ me { email } }', user(7), plain)).data.me.email).toBe('j***@e***.org')
    const { data } = await graphql({
      schema: plain,
      source: '{ me { email } }',
      rootValue: { me: { email: null } },
    })
    expect(data).toEqual({ me: { email: null } })
  })
})
