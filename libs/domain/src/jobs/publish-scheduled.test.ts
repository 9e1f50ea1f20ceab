import { expect, it } from 'vitest'
import { Article } from '../articles/article.ts'
import { line, state } from '../model/fields/field-builders.ts'
import { createSchedule } from '../model/states/schedule.ts'
import { withValues } from '../model/types/record-changes.ts'
import { record } from '../model/types/record.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'
import { anArticle, aRecord, aUser, memoryStores, MemoryTables, NOON } from '../testing/index.ts'
import { publishScheduled } from './publish-scheduled.ts'

const AT = new Date(NOON.getTime() + 60_000)
let isBroken = false

const Poster = record({
  name: 'Poster',
  plural: 'posters',
  about: 'A poster whose label code computes.',
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  schedule: true,
  fields: {
    title: line(80, { about: 'The title.' }),
    status: state(['DRAFT', 'OUT'], {
      about: 'The state.',
      transitions: { DRAFT: { OUT: 'write' } },
      published: 'OUT',
    }),
  },
  computed: (on) => ({
    label: on({ kind: line(90), from: ['title'], stored: true }, ({ title }) => {
      if (isBroken && title === 'Broken') throw new TypeError('The code is wrong.')
      return `Poster: ${title}`
    }),
  }),
})
const model = contentModel([Poster, ...builtInModel.types])

it('C17.2 a record whose code fails keeps no other record and no other type from its turn, and is published later', async () => {
  const stores = memoryStores(new MemoryTables(), model)
  const ada = await stores.users.add(aUser('ada', 'AUTHOR'), null)
  const add = async (title: string) => {
    const { id } = await stores.records(Poster).add(aRecord(stores, Poster, { title }))
    await stores.records(Poster).change(id, (poster) => withValues(poster, createSchedule(AT, null), NOON))
    return id
  }
  const SEVERAL_BATCHES = 45
  const broken = await Promise.all(Array.from({ length: SEVERAL_BATCHES }, () => add('Broken')))
  const right = await Promise.all(Array.from({ length: SEVERAL_BATCHES }, () => add('Right')))
  const { id } = await stores.records(Article).add(anArticle(stores, ada.id, { status: 'DRAFT' }))
  await stores.records(Article).change(id, (article) => withValues(article, createSchedule(AT, null), NOON))
  const publish = () => publishScheduled({ model, policy: model.policy }).run(stores, AT)

  isBroken = true
  await expect(publish()).rejects.toThrow('The code of a type has failed')
  const read = async () => {
    const posters = await Promise.all([...broken, ...right].map((each) => stores.records(Poster).get(each)))
    const statuses = posters.map((poster) => poster?.status)
    const ofBroken = statuses.slice(0, SEVERAL_BATCHES)
    return [
      new Set(ofBroken),
      new Set(statuses.slice(SEVERAL_BATCHES)),
      (await stores.records(Article).get(id))?.status,
    ]
  }
  expect(await read()).toEqual([new Set(['DRAFT']), new Set(['OUT']), 'PUBLISHED'])
  isBroken = false
  while (await publish());
  expect(await read()).toEqual([new Set(['OUT']), new Set(['OUT']), 'PUBLISHED'])
})
