import { describe, expect, it } from 'vitest'
import { Article } from '../articles/article.ts'
import type { Context, Stores } from '../context/context.ts'
import { line, state } from '../model/fields/field-builders.ts'
import { record } from '../model/types/record.ts'
import { ContentError } from '../rules/errors.ts'
import { aContext, aRecord, aUser, callerOf } from '../testing/builders.ts'
import { memoryStores } from '../testing/memory/memory-stores.ts'
import { MemoryTables } from '../testing/memory/memory-tables.ts'
import { aWorld } from '../testing/world.ts'
import { builtInModel, contentModel } from './content-types.ts'
import { runBulkAction } from './bulk-action.ts'

/** Stores whose transactions a test can see, and can let fail from the one with this number on. */
const observe = (stores: Stores, failingFrom = Infinity) => {
  const transactions: number[] = []
  const atomically: Stores['atomically'] = (work) => {
    transactions.push(transactions.length)
    if (transactions.length > failingFrom) throw new ContentError('UNAVAILABLE', 'The database is away.')
    return stores.atomically(work)
  }
  return { transactions, stores: Object.create(stores, { atomically: { value: atomically } }) as Stores }
}

const addArticles = async (count: number) => {
  const world = await aWorld()
  const ids: string[] = []
  for (let added = 0; added < count; added += 1)
    ids.push((await world.article(world.people.AUTHOR, 'DRAFT')).id)
  return { world, ids }
}

const deleteAll = (context: Context, ids: readonly string[]) =>
  runBulkAction(context, { type: Article, ids, action: 'delete' })

describe('C14.4 the transactions of a bulk action', () => {
  it('have at most 50 records each, in the order of their ids', async () => {
    const { world, ids } = await addArticles(60)
    const { transactions, stores } = observe(world.stores)
    const results = await deleteAll(world.as(world.people.EDITOR, { stores }), ids.toReversed())
    expect(results.map(({ id }) => id)).toEqual(ids.toReversed())
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([204]))
    expect(transactions).toHaveLength(2)
    const deleted = world.tables.auditEntries.where({ action: 'deleteArticle' })
    expect(deleted.map(({ resourceId }) => resourceId)).toEqual(ids)
  })

  it('fail by themselves after the first one', async () => {
    const { world, ids } = await addArticles(60)
    const { stores } = observe(world.stores, 1)
    const results = await deleteAll(world.as(world.people.EDITOR, { stores }), ids)
    expect(results.map(({ status }) => status)).toEqual(ids.map((_, place) => (place < 50 ? 204 : 503)))
    expect(results.at(-1)?.refusal).toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('fail with the request if nothing is done yet', async () => {
    const { world, ids } = await addArticles(1)
    const { stores } = observe(world.stores, 0)
    const work = deleteAll(world.as(world.people.EDITOR, { stores }), ids)
    await expect(work).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})

describe('the status of a bulk action on a record that the caller may not read', () => {
  /** Editors read the open cases, and close all of them. */
  const Case = record({
    name: 'Case',
    plural: 'cases',
    about: 'A case.',
    allowed: {
      read: { EDITOR: (each) => each.stage.eq('OPEN'), ADMIN: 'all' },
      write: { EDITOR: 'all' },
    },
    fields: {
      title: line(80, { about: 'The title.' }),
      stage: state(['OPEN', 'CLOSED'], { about: 'The stage.' }),
    },
    operations: (on) => ({ close: on({ about: 'Closes it.', permission: 'write', to: 'CLOSED' }) }),
  })
  const model = contentModel([...builtInModel.types, Case])

  it('C12.16 is 204 after the change, C15.18 and 404 before it', async () => {
    const stores = memoryStores(new MemoryTables(), model)
    const editor = await stores.users.add(aUser('eve', 'EDITOR'), null)
    const { id } = await stores.records(Case).add(aRecord(stores, Case, { title: 'Theft' }))
    const close = async () => {
      const context = aContext({ stores, model, caller: callerOf(editor) })
      const results = await runBulkAction(context, { type: Case, ids: [id], action: 'close' })
      return results.map(({ status }) => status)
    }
    expect(await close()).toEqual([204])
    expect(await close()).toEqual([404])
  })
})
