import {
  ContentError,
  unconditional,
  type ContentModel,
  type Context,
  type RecordType,
  type User,
} from '@content-service/domain'
import { getDraftType, type AnyRecord } from '@content-service/domain/internal/model'
import type { RunOperation } from '@content-service/domain/internal/operations'
import { readDraft } from '@content-service/domain/internal/records'
import { findOperation } from '@content-service/domain/internal/service'
import {
  aContext,
  aUser,
  callerOf,
  countedRecipeModel,
  NOON,
  recipeModel,
  shorterRecipeModel,
} from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RECIPE_STORES, type RecipeStores } from '../testing/recipe-stores.ts'

/** The code of a refusal, or DONE. */
const describeOutcome = async (work: () => Promise<unknown>): Promise<string> => {
  try {
    await work()
    return 'DONE'
  } catch (error) {
    if (error instanceof ContentError) return error.code
    throw error
  }
}

describe.each(RECIPE_STORES)('C17.6 drafts on %s', (_, open) => {
  let opened: RecipeStores
  let [eve, ben, amy]: User[] = []
  beforeAll(async () => {
    opened = await open()
    const { users } = opened.openModel(recipeModel)
    for (const [name, role] of [
      ['eve', 'EDITOR'],
      ['ben', 'EDITOR'],
      ['amy', 'ADMIN'],
    ] as const) {
      const user = await users.add(aUser(name, role), null)
      if (name === 'eve') eve = user
      else if (name === 'ben') ben = user
      else amy = user
    }
  }, 60_000)
  afterAll(() => opened.close())

  const as = (user: User | undefined, model = recipeModel, more: Partial<Context> = {}): Context =>
    aContext({
      stores: opened.openModel(model),
      model,
      now: () => NOON,
      ...(user && { caller: callerOf(user) }),
      ...more,
    })
  const run = async (context: Context, name: string, id: string, input: object = {}): Promise<AnyRecord> =>
    (findOperation(context.model, name) as RunOperation<object, AnyRecord>).run(context, {
      id,
      input,
      precondition: unconditional,
    })
  const create = async (type: string): Promise<string> => {
    const input = { title: 'First', ...(type === 'Article' ? { content: 'Text.' } : { text: 'Text.' }) }
    return (await run(as(eve), `create${type}`, '', input)).id
  }
  const save = (user: User | undefined, type: string, id: string, input: object, model = recipeModel) =>
    run(as(user, model), `save${type}Draft`, id, input)
  const findType = (model: ContentModel, type: string): RecordType => model.typeNamed(type)
  const read = async (user: User | undefined, type: string, id: string, model = recipeModel) => {
    const of = findType(model, type)
    const fields = [...Object.keys(getDraftType(of).attributes), 'baseVersion', 'isStale', 'changes']
    return readDraft(as(user, model), of, of.parseId(id), { fields })
  }
  const get = async (type: string, id: string) => {
    const of = findType(recipeModel, type)
    return (await opened
      .openModel(recipeModel)
      .records(of)
      .get(id as never)) as AnyRecord & Readonly<Record<string, unknown>>
  }

  describe.each(['Recipe', 'Article'])('of %s', (type) => {
    it('C17.6 merges saves, belongs to its user, and is applied as one update', async () => {
      const id = await create(type)
      await save(eve, type, id, { title: 'Second' })
      await save(eve, type, id, { subtitle: 'Added' })
      await save(ben, type, id, { title: 'Of Ben' })
      expect(await read(eve, type, id)).toMatchObject({
        title: 'Second',
        subtitle: 'Added',
        baseVersion: 1,
        isStale: false,
        changes: expect.arrayContaining(['title', 'subtitle']),
      })
      expect(await get(type, id)).toMatchObject({ title: 'First', version: 1 })
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => describeOutcome(() => run(as(eve), `apply${type}Draft`, id))),
      )
      expect(outcomes.toSorted()).toEqual(['DONE', ...Array.from({ length: 19 }, () => 'NOT_FOUND')])
      expect(await get(type, id)).toMatchObject({ title: 'Second', subtitle: 'Added', version: 2 })
      expect(await describeOutcome(() => read(eve, type, id))).toBe('NOT_FOUND')
      expect(await read(ben, type, id)).toMatchObject({ title: 'Of Ben', isStale: true })
      expect(await describeOutcome(() => run(as(ben), `apply${type}Draft`, id))).toBe('CONFLICT')
      await run(as(ben), `discard${type}Draft`, id)
      expect(await describeOutcome(() => run(as(ben), `discard${type}Draft`, id))).toBe('NOT_FOUND')
    })

    it('C17.6 keeps the draft and the record if the update is refused', async () => {
      const id = await create(type)
      await save(eve, type, id, { title: 'Withdrawn' })
      expect(await describeOutcome(() => run(as(eve), `apply${type}Draft`, id))).toBe('BAD_USER_INPUT')
      expect(await read(eve, type, id)).toMatchObject({ title: 'Withdrawn' })
      expect(await get(type, id)).toMatchObject({ title: 'First', version: 1 })
    })

    it('C17.6 shows and applies what the declaration of now knows', async () => {
      const id = await create(type)
      await save(eve, type, id, { title: 'Second', subtitle: 'Words' })
      if (type === 'Recipe') {
        expect(await read(eve, type, id, countedRecipeModel)).toMatchObject({ subtitle: null })
        expect((await read(eve, type, id, shorterRecipeModel))['changes']).toEqual(['title'])
        await run(as(eve, shorterRecipeModel), `apply${type}Draft`, id)
        expect(await get(type, id)).toMatchObject({ title: 'Second', subtitle: null })
      }
    })

    it('C17.6 refuses more drafts of a user than the setting allows', async () => {
      const ids = [await create(type), await create(type), await create(type)]
      const settings = { ...as(amy).settings, maxDrafts: 2 }
      const outcomes = await Promise.all(
        ids.map((id) =>
          describeOutcome(() =>
            run(as(amy, recipeModel, { settings }), `save${type}Draft`, id, { title: 'X' }),
          ),
        ),
      )
      expect(outcomes.toSorted()).toEqual(['CONFLICT', 'DONE', 'DONE'])
      for (const id of ids) await describeOutcome(() => run(as(amy), `discard${type}Draft`, id))
    })
  })

  it('C17.6 goes with its record and with its user', async () => {
    const id = await create('Recipe')
    const { users } = opened.openModel(recipeModel)
    const tim = await users.add(aUser('tim', 'EDITOR'), null)
    for (const user of [tim, eve]) await save(user, 'Recipe', id, { title: 'X' })
    const type = findType(recipeModel, 'Recipe')
    const find = (user: User | undefined) =>
      opened.openModel(recipeModel).drafts.find(type, { recordId: id as never, userId: (user as User).id })
    expect(await find(tim)).not.toBeNull()
    await users.remove(tim.id, () => undefined)
    expect(await find(tim)).toBeNull()
    expect(await find(eve)).not.toBeNull()
    await run(as(amy), 'deleteRecipe', id)
    expect(await find(eve)).toBeNull()
  })
})
