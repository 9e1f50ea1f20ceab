import {
  listRows,
  unconditional,
  type ContentModel,
  type Context,
  type ListOperation,
  type User,
} from '@content-service/domain'
import {
  getRevisionType,
  nameRestoration,
  nameRevisionList,
  type AnyRecord,
} from '@content-service/domain/internal/model'
import { readRow, type ReadOperation, type RunOperation } from '@content-service/domain/internal/operations'
import { readRevision } from '@content-service/domain/internal/records'
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
import { where } from '@content-service/authz'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RECIPE_STORES, type RecipeStores } from '../testing/recipe-stores.ts'

type Values = Readonly<Record<string, unknown>>

const PEOPLE = { ada: 'AUTHOR', bob: 'AUTHOR', eve: 'EDITOR', amy: 'ADMIN' } as const
type Name = keyof typeof PEOPLE

let moment = 0

/** What a test does with the records of one type. */
const createActor = (opened: RecipeStores, people: Readonly<Record<Name, User>>, of: string) => {
  const as = (name: Name | null, model = recipeModel): Context => {
    moment += 1
    const at = new Date(NOON.getTime() + moment)
    const stores = opened.openModel(model)
    return aContext({ stores, model, now: () => at, ...(name && { caller: callerOf(people[name]) }) })
  }
  const run = async (context: Context, name: string, id: string, input: object = {}) => {
    const operation = findOperation(context.model, name) as RunOperation<object, AnyRecord>
    return operation.run(context, { id, input, precondition: unconditional })
  }
  const typeIn = ({ model }: Context) => model.typeNamed(of)
  const list = async (context: Context, id: string, ...fields: string[]): Promise<readonly Values[]> => {
    const operation = findOperation(context.model, nameRevisionList(typeIn(context))) as ListOperation
    const window = { limit: 100, offset: 0 }
    return listRows(context, operation, { filters: { id }, window }, { fields: ['id', ...fields] })
  }
  return {
    as,
    list,
    run,
    create: (name: Name, given: object) =>
      run(as(name), `create${of}`, '', { ...(of === 'Article' && { content: 'Text.' }), ...given }),
    update: (name: Name, { id }: AnyRecord, change: object, context = as(name)) =>
      run(context, `update${of}`, id, change),
    restore: async (context: Context, revision: unknown) =>
      run(context, nameRestoration(typeIn(context)), String(revision)),
    /** The newest revision. */
    newest: async ({ id }: AnyRecord, name: Name = 'eve') => (await list(as(name), id))[0]?.['id'],
    read: async (context: Context, { id }: AnyRecord, revision: unknown, ...fields: string[]) =>
      readRevision(
        context,
        typeIn(context),
        { of: id, id: revision as never },
        { fields: fields.length > 0 ? fields : Object.keys(getRevisionType(typeIn(context)).attributes) },
      ),
    refuse: (work: Promise<unknown>) =>
      work.then(
        () => 'DONE',
        ({ code, problems }) => (problems?.length > 0 ? [code, ...problems] : code),
      ),
  }
}

type Actor = ReturnType<typeof createActor>

describe.each(RECIPE_STORES)('C17.3 revisions on %s', (_, open) => {
  let opened: RecipeStores
  let people: Readonly<Record<Name, User>>
  beforeAll(async () => {
    opened = await open()
    const { users } = opened.openModel(recipeModel)
    const add = async ([name, role]: readonly [string, (typeof PEOPLE)[Name]]) =>
      [name, await users.add(aUser(name, role), null)] as const
    people = Object.fromEntries(await Promise.all(Object.entries(PEOPLE).map(add))) as typeof people
  })
  afterAll(() => opened.close())

  describe.each(['Article', 'Recipe'])('of the type %s', (of) => {
    let actor: Actor
    beforeAll(() => void (actor = createActor(opened, people, of)))

    it('C4.4 an edit keeps the version before, with its editor, and a change of nothing keeps none', async () => {
      const made = await actor.create('ada', { title: 'First', subtitle: 'On ink' })
      await actor.update('eve', made, { title: 'Second' })
      await actor.update('eve', made, { title: 'Second' })
      const context = actor.as('eve')
      const [revision, ...older] = await actor.list(context, made.id, 'editorId', 'title', 'subtitle')
      expect(older).toEqual([])
      expect(revision).toMatchObject({ title: 'First', subtitle: 'On ink', editorId: people.eve.id })
    })

    it('C15.1 an edit removes the oldest revisions, with an entry of the audit log', async () => {
      const made = await actor.create('ada', { title: '0' })
      for (let edit = 1; edit <= 6; edit += 1) {
        const context = actor.as('ada')
        const settings = { ...context.settings, maxRevisions: 3 }
        await actor.update('ada', made, { title: String(edit) }, { ...context, settings })
      }
      const titles = await actor.list(actor.as('ada'), made.id, 'title')
      expect(titles.map(({ title }) => title)).toEqual(['5', '4', '3'])
      const entries = where<{ action: string; resourceId: string }>()
      const trims = await opened
        .openModel(recipeModel)
        .reader.count('auditEntries', entries.resourceId.eq(made.id), 100)
      expect(trims).toBe(1 + 6 + 3)
    })

    it('masks a revision as its record is masked now', async () => {
      const made = await actor.create('ada', { title: 'First' })
      await actor.update('eve', made, { reviewer: 'Rita' })
      await actor.update('eve', made, { reviewer: 'Rob' })
      const read = async (name: Name) =>
        (await actor.list(actor.as(name), made.id, 'reviewer'))[0]?.['reviewer']
      expect([await read('eve'), await read('ada')]).toEqual(['Rita', null])
      const one = async (name: Name) =>
        (await actor.read(actor.as(name), made, await actor.newest(made)))['reviewer']
      expect([await one('eve'), await one('ada')]).toEqual(['Rita', null])
    })

    it('restores the values that the caller sees, and leaves what it does not see', async () => {
      const made = await actor.create('ada', { title: 'First', subtitle: 'Old' })
      await actor.update('eve', made, { reviewer: 'Rita' })
      await actor.update('eve', made, { title: 'Second', subtitle: null, reviewer: 'Rob' })
      const restored = await actor.restore(actor.as('ada'), await actor.newest(made))
      expect(restored).toMatchObject({ title: 'First', subtitle: 'Old', reviewer: 'Rob', version: 4 })
      expect(
        await actor.restore(actor.as('eve'), (await actor.list(actor.as('eve'), made.id))[1]?.['id']),
      ).toMatchObject({
        reviewer: 'Rita',
      })
    })

    it('restores nothing for a caller who may not write the record', async () => {
      const made = await actor.create('ada', { title: 'First' })
      await actor.update('ada', made, { title: 'Second' })
      const revision = await actor.newest(made)
      const tries = [
        [null, revision],
        ['bob', revision],
        ['ada', '00000000-0000-7000-8000-ffffffffffff'],
        ['ada', 'no id'],
        ['ada', revision],
      ] as const
      const outcomes = []
      for (const [name, id] of tries) outcomes.push(await actor.refuse(actor.restore(actor.as(name), id)))
      expect(outcomes).toEqual(['UNAUTHENTICATED', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'DONE'])
    })

    it('shows no revision of another record or of another type', async () => {
      const [one, other] = [
        await actor.create('ada', { title: 'One' }),
        await actor.create('ada', { title: 'Other' }),
      ]
      await actor.update('ada', one, { title: 'One more' })
      const revision = await actor.newest(one)
      expect(await actor.refuse(actor.read(actor.as('ada'), other, revision))).toBe('NOT_FOUND')
      const foreign = createActor(opened, people, of === 'Article' ? 'Recipe' : 'Article')
      expect(await actor.refuse(foreign.restore(foreign.as('ada'), revision))).toBe('NOT_FOUND')
    })

    it('C16.3 restores no record that the check refuses', async () => {
      const made = await actor.create('ada', { title: 'Withdrawn' })
      await actor.update('ada', made, { title: 'Second' })
      const problem = { path: ['title'], message: 'is withdrawn' }
      const restoring = actor.restore(actor.as('ada'), await actor.newest(made))
      expect(await actor.refuse(restoring)).toEqual(['BAD_USER_INPUT', problem])
    })

    it('is null in a read of records for a caller who may not write them', async () => {
      const made = await actor.create('ada', { title: 'First' })
      await actor.update('ada', made, { title: 'Second' })
      if (of === 'Article') await actor.update('eve', made, { status: 'PUBLISHED' })
      const read = async (name: Name) => {
        const operation = findOperation(recipeModel, of.toLowerCase()) as ReadOperation
        const row = await readRow(actor.as(name), operation, made.id, {
          fields: ['id'],
          related: [
            {
              as: 'kept',
              relation: 'revisions',
              orderBy: [{ by: 'createdAt', direction: 'ASC' }],
              select: { fields: ['title', 'reviewer'] },
            },
          ],
        })
        return row?.['kept']
      }
      expect(await read('ada')).toMatchObject([{ title: 'First' }, ...(of === 'Article' ? [{}] : [])])
      expect(await read('bob')).toBeNull()
    })

    it('decides again on the version that another edit has made in between', async () => {
      const made = await actor.create('ada', { title: 'First', subtitle: 'Old' })
      await actor.update('ada', made, { title: 'Second' })
      const context = actor.as('ada')
      // The restore pays between its read of the record and its write.
      const charge = async () => void (await actor.update('eve', made, { subtitle: 'New' }))
      const quota = { ...context.quota, charge }
      const restored = await actor.restore({ ...context, quota }, await actor.newest(made))
      expect(restored).toMatchObject({ title: 'First', subtitle: 'Old', version: 4 })
    })
  })

  describe('of a declared type', () => {
    let actor: Actor
    let venues: Actor
    beforeAll(() => {
      actor = createActor(opened, people, 'Recipe')
      venues = createActor(opened, people, 'Venue')
    })
    const at = async (name: Name) => (await venues.create(name, { name: `Of ${name}` })).id

    it('keeps a version for each way of writing', async () => {
      const made = await actor.create('ada', { title: 'First' })
      await actor.run(actor.as('ada'), 'renameRecipe', made.id, { title: 'Renamed' })
      await actor.update('ada', made, { stage: 'OPEN' })
      await actor.run(actor.as('eve'), 'upsertRecipe', made.id, { title: 'Upserted' })
      const kept = await actor.list(actor.as('ada'), made.id, 'title', 'stage', 'publishedAt')
      expect(kept).toMatchObject([
        { title: 'Renamed', stage: 'OPEN', publishedAt: expect.any(String) },
        { title: 'Renamed', stage: 'DRAFT', publishedAt: null },
        { title: 'First', stage: 'DRAFT' },
      ])
    })

    it('holds values of all kinds, and restores them without the state', async () => {
      const venue = await at('ada')
      const values = {
        title: 'First',
        text: 'A text.',
        level: 'HARD',
        seasons: ['autumn'],
        servedAt: '2027-01-01T12:00:00.000Z',
        venueId: venue,
        venueIds: [venue],
        steps: [{ key: 'a', text: 'Cut.', atId: venue }],
      }
      const made = await actor.create('ada', values)
      const cleared = {
        text: null,
        level: null,
        seasons: [],
        servedAt: null,
        venueId: null,
        venueIds: [],
        steps: [],
      }
      await actor.update('ada', made, { ...cleared, title: 'Second', stage: 'OPEN' })
      const revision = await actor.newest(made)
      expect(await actor.read(actor.as('ada'), made, revision)).toMatchObject({
        ...Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'venueIds')),
        cookId: people.ada.id,
        stage: 'DRAFT',
      })
      const restored = (await actor.restore(actor.as('ada'), revision)) as unknown as Values
      expect({ ...restored, servedAt: (restored['servedAt'] as Date).toISOString() }).toMatchObject({
        ...values,
        stage: 'OPEN',
      })
    })

    it('C14.2 shows no hidden links, and a restore leaves them and links to what is gone', async () => {
      const [own, foreign, gone] = [await at('ada'), await at('bob'), await at('ada')]
      const made = await actor.create('ada', { title: 'First', venueId: gone, venueIds: [own, gone] })
      const given = {
        venueId: foreign,
        venueIds: [own, foreign],
        steps: [{ key: 'a', text: 'Cut.', atId: foreign }],
      }
      await actor.update('amy', made, given)
      await actor.update('amy', made, { title: 'Third', steps: [] })
      const [third, second] = await actor.list(actor.as('ada'), made.id)
      await venues.run(venues.as('amy'), 'deleteVenue', gone)
      const context = actor.as('ada')
      const shown = await readRevision(
        context,
        context.model.typeNamed('Recipe'),
        { of: made.id, id: third?.['id'] as never },
        {
          fields: ['title', 'steps'],
          related: [
            { as: 'venue', relation: 'venue', isNullable: true, select: { fields: ['id'] } },
            { as: 'venues', relation: 'venues', select: { fields: ['id'] } },
          ],
        },
      )
      expect(shown).toMatchObject({
        venue: null,
        venues: [{ id: own }],
        steps: [{ text: 'Cut.', atId: null }],
      })
      // The first version has a link to the venue that is gone: the present one, which is hidden, stays.
      expect(await actor.restore(actor.as('ada'), second?.['id'])).toMatchObject({
        title: 'First',
        venueId: foreign,
        venueIds: [own, foreign],
      })
    })

    it('C14.3 sends a field with changedWith only if it differs, and then needs its permission', async () => {
      const made = await actor.create('ada', { title: 'First' })
      await actor.update('ada', made, { title: 'Second' })
      await actor.update('eve', made, { rating: 5 })
      const [rated, renamed] = await actor.list(actor.as('ada'), made.id)
      expect(await actor.refuse(actor.restore(actor.as('ada'), rated?.['id']))).toBe('FORBIDDEN')
      expect(await actor.refuse(actor.restore(actor.as('ada'), renamed?.['id']))).toBe('FORBIDDEN')
      expect(await actor.restore(actor.as('eve'), renamed?.['id'])).toMatchObject({
        title: 'First',
        rating: 0,
      })
    })

    it('loses no value of a field that a version of the model does not have, or has in another kind', async () => {
      const made = await actor.create('ada', { title: 'First', subtitle: 'On ink' })
      await actor.update('ada', made, { title: 'Second' })
      const revision = await actor.newest(made)
      const read = (model: ContentModel, ...fields: string[]) =>
        actor.read(actor.as('ada', model), made, revision, ...fields)
      expect(await read(shorterRecipeModel)).not.toHaveProperty('subtitle')
      expect(await read(countedRecipeModel, 'title', 'subtitle')).toMatchObject({
        title: 'First',
        subtitle: null,
      })
      expect(await read(recipeModel, 'subtitle')).toMatchObject({ subtitle: 'On ink' })
      await actor.restore(actor.as('ada', shorterRecipeModel), revision)
      expect(await actor.update('ada', made, {})).toMatchObject({ title: 'First', subtitle: 'On ink' })
    })

    it('goes with its record', async () => {
      const made = await actor.create('ada', { title: 'First' })
      await actor.update('ada', made, { title: 'Second' })
      const revision = await actor.newest(made)
      await actor.run(actor.as('ada'), 'deleteRecipe', made.id)
      const kept = opened.openModel(recipeModel).records(recipeModel.typeNamed('Recipe'))
      expect(await kept.revision(revision as never)).toBeNull()
    })
  })
})
