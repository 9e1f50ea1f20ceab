import { readFileSync } from 'node:fs'
import { builtInModel, ContentError, OPERATIONS } from '@content-service/domain'
import { isInputObjectType, isInterfaceType, isObjectType, Kind, parse, type GraphQLNamedType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createPlans } from './create-plans.ts'
import { createSchema, writeTypeDefs } from './schema.ts'
import { aWorld } from '../testing/world.ts'

const schema = createSchema()

const listFields = (type: GraphQLNamedType | undefined) =>
  isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
    ? Object.values(type.getFields())
    : []

describe('the schema', () => {
  it('every type and field of the plans is in the schema, and every field of the schema has a plan', () => {
    for (const [name, plan] of Object.entries(createPlans(builtInModel)))
      expect(Object.keys(plan.fields).toSorted(), name).toEqual(
        listFields(schema.getType(name))
          .map((field) => field.name)
          .toSorted(),
      )
  })

  it('every operation of the table is a field, but those of REST alone', () => {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getType('Article')]
    const fields = roots.flatMap((type) => listFields(type ?? undefined).map(({ name }) => name))
    const left = Object.keys(OPERATIONS).filter((name) => !fields.includes(name))
    expect(left).toEqual(['apiKey', 'webhook', 'oauthClient', 'replaceArticleDraft', 'comment'])
  })

  it('C5.13 every type and field has a description', () => {
    const undescribed = Object.values(schema.getTypeMap())
      .filter((type) => !type.name.startsWith('__'))
      .flatMap((type) => [
        ...(type.description ? [] : [type.name]),
        ...listFields(type).flatMap((field) => (field.description ? [] : [`${type.name}.${field.name}`])),
      ])
    expect(undescribed).toEqual([])
  })
})

const listMarkedFields = (sdl: string, directive: string): string[] => {
  const marked: string[] = []
  for (const type of parse(sdl).definitions)
    if (type.kind === Kind.OBJECT_TYPE_DEFINITION)
      for (const { name, directives } of type.fields ?? [])
        if (directives?.some((applied) => applied.name.value === directive))
          marked.push(`${type.name.value}.${name.value}`)
  return marked
}

const CONTRACT = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')
const typeDefs = writeTypeDefs(builtInModel)

describe('C3.7 @hidden and @masked', () => {
  it('the password is hidden: it is in the contract, and in no served schema', async () => {
    expect(listMarkedFields(CONTRACT, 'hidden')).toEqual(['User.password'])
    expect(listMarkedFields(typeDefs, 'hidden')).toEqual([])
    expect(typeDefs).not.toMatch(/^ {2}password: String$/m)
    const { errors } = await aWorld().run('{ users { password } }')
    expect(errors?.map(({ message }) => message)).toEqual(['Cannot query field "password" on type "User".'])
  })

  it('only the user sees the unmasked value', async () => {
    const world = aWorld()
    const ada = await world.user('ada', 'AUTHOR')
    await world.article(ada, 'Something')
    expect(listMarkedFields(typeDefs, 'masked')).toEqual(['User.email'])
    const emails = async (as: typeof ada | null) => (await world.run('{ users { email } }', as)).data
    expect(await emails(ada)).toEqual({ users: [{ email: 'ada@example.org' }] })
    expect(await emails(null)).toEqual({ users: [{ email: 'a***@e***.org' }] })
  })
})

describe('C5.10 @auth', () => {
  it('is on every mutation except those that need no role', () => {
    const open = Object.keys(schema.getMutationType()?.getFields() ?? {}).filter(
      (name) => !listMarkedFields(CONTRACT, 'auth').includes(`Mutation.${name}`),
    )
    // A signed-in GUEST may delete the own account, also by bulkAction, and export its data (C7.7, C11.2); the other
    // fields need no credential.
    const signUps = [
      'createUser',
      'createUserOrError',
      'requestPasswordReset',
      'resetPassword',
      'confirmEmail',
    ]
    expect(open.toSorted()).toEqual(
      [...signUps, 'bulkAction', 'deleteUser', 'eraseUser', 'exportMyData'].toSorted(),
    )
  })

  it('checks the role before it resolves a field', async () => {
    const world = aWorld()
    const guest = await world.user('guest', 'GUEST')
    const mutation = 'mutation { createCategory(input: { name: "X" }) { id } }'
    const refusal = async (as: typeof guest | null) =>
      (await world.run(mutation, as)).errors?.[0]?.originalError
    expect(await refusal(null)).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await refusal(guest)).toMatchObject({ code: 'FORBIDDEN' })
    const editor = await world.user('editor', 'EDITOR')
    expect((await world.run(mutation, editor)).errors).toBeUndefined()
  })
})

describe('selections', () => {
  it('C5.5 refuses a window out of range for every list', async () => {
    const world = aWorld()
    const ada = await world.user('ada', 'AUTHOR')
    await world.article(ada, 'Something')
    for (const args of ['limit: 101', 'limit: 0', 'offset: 10001']) {
      const { errors } = await world.run(`{ articles { comments(${args}) { id } } }`)
      expect(errors?.[0]?.originalError, args).toBeInstanceOf(ContentError)
    }
  })

  it('fields of one response key are merged, as execution merges them', async () => {
    const world = aWorld()
    await world.article(await world.user('ada', 'AUTHOR'), 'Merged')
    const { data } = await world.run(
      '{ articles { owner { username } ...more } } fragment more on Article { owner { name } title }',
    )
    expect(data).toEqual({ articles: [{ owner: { username: 'ada', name: 'ada' }, title: 'Merged' }] })
  })

  it('variables decide windows and conditions', async () => {
    const world = aWorld()
    const ada = await world.user('ada', 'AUTHOR')
    for (const n of [1, 2, 3]) await world.article(ada, `Article ${n}`)
    const query =
      'query ($n: Int, $deep: Boolean!) { users { username articles(limit: $n) @include(if: $deep) { title } } }'
    const { data } = await world.run(query, null, { n: 2, deep: true })
    expect((data as { users: { articles: unknown[] }[] }).users[0]?.articles).toHaveLength(2)
    expect((await world.run(query, null, { deep: false })).data).toEqual({ users: [{ username: 'ada' }] })
  })
})
