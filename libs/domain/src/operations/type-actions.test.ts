import { describe, expect, it } from 'vitest'
import { ANYBODY } from '../access/access.ts'
import type { Caller } from '../access/content-policy.ts'
import { line, owner, state } from '../model/fields/field-builders.ts'
import type { ContentModel } from '../model/content-model.ts'
import { record } from '../model/types/record.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'
import { findOperation } from '../service/operations.ts'
import { aContext } from '../testing/builders.ts'
import { memoryStores } from '../testing/memory/memory-stores.ts'
import { MemoryTables } from '../testing/memory/memory-tables.ts'
import type { TypeActions } from './type-actions.ts'

const about = 'A test.'
const read = { GUEST: 'all' } as const
const title = line(80, { about })

/** Readers create their own notes, and public notices; nobody creates a plan, because each begins as a draft. */
const Note = record({
  name: 'Note',
  plural: 'notes',
  about,
  allowed: { read, write: { READER: 'own' } },
  fields: { title, keeper: owner({ about }) },
})
const Notice = record({
  name: 'Notice',
  plural: 'notices',
  about,
  allowed: { read, write: { EDITOR: 'all' }, create: { READER: (notice) => notice.title.eq('Public') } },
  fields: { title },
})
const Plan = record({
  name: 'Plan',
  plural: 'plans',
  about,
  allowed: { read, write: { EDITOR: 'all' }, create: { EDITOR: (plan) => plan.stage.eq('DONE') } },
  fields: { title, stage: state(['DRAFT', 'DONE'], { about }) },
})
const Wish = record({
  name: 'Wish',
  plural: 'wishes',
  about,
  allowed: { read, write: { EDITOR: 'all' }, create: { GUEST: 'all' } },
  keepFor: 30,
  fields: { title },
})
const model = contentModel([...builtInModel.types, Note, Notice, Plan, Wish])

const user = (role: Caller['roles'][number]): Caller => ({ id: 7 as never, roles: [role], permissions: [] })
const CALLERS = {
  nobody: ANYBODY,
  guest: user('GUEST'),
  reader: user('READER'),
  author: user('AUTHOR'),
  editor: user('EDITOR'),
  admin: user('ADMIN'),
  client: { id: null, client: 'robot', roles: [], permissions: ['articles:write', 'products:write'] },
} as const satisfies Readonly<Record<string, Caller>>

/** The callers who may create a record. */
const listCreators = async (name: string, of: ContentModel = model): Promise<readonly string[]> => {
  const operation = findOperation(of, name) as TypeActions
  const creators: string[] = []
  for (const [who, caller] of Object.entries(CALLERS)) {
    const context = aContext({ model: of, stores: memoryStores(new MemoryTables(), of), caller })
    const words = await operation.run(context, { id: '', input: {}, precondition: () => undefined })
    expect(['', 'create']).toContain(words.join())
    if (words.length > 0) creators.push(who)
  }
  return creators
}

describe('C17.9 what a caller may do without a record', () => {
  it.each([
    ['articleActions', ['author', 'editor', 'admin']],
    ['commentActions', ['reader', 'author', 'editor', 'admin']],
    ['userActions', ['admin']],
    ['productActions', ['editor', 'admin', 'client']],
    ['categoryActions', ['editor', 'admin', 'client']],
  ])('%s has create for %j', async (name, creators) => {
    expect(await listCreators(name, builtInModel)).toEqual(creators)
  })

  it('is create for a right on own records, and for one on some values', async () => {
    expect(await listCreators('noteActions')).toEqual(['reader', 'author', 'editor', 'admin'])
    expect(await listCreators('noticeActions')).toEqual(['reader', 'author', 'editor', 'admin'])
  })

  it('is not create for a right that no new record meets', async () => {
    expect(await listCreators('planActions')).toEqual([])
  })

  it('C14.3 is create for guests, if the type keeps their records', async () => {
    expect(await listCreators('wishActions')).toEqual(Object.keys(CALLERS).filter((who) => who !== 'client'))
  })
})
