import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { aUser } from './builders.ts'
import { memoryStores } from './memory/memory-stores.ts'
import { MemoryTables } from './memory/memory-tables.ts'
import { fairModel, nextFairModel } from './fair-model.ts'
import { noticeModel } from './notice-model.ts'
import { songModel } from './song-model.ts'
import { pamphletModel } from './pamphlet-model.ts'
import {
  counterContract,
  scheduleContract,
  slugContract,
  storeContract,
  versionsContract,
} from './store-contract.ts'

storeContract('memory', async () => {
  const stores = memoryStores()
  return { stores, others: stores, close: async () => undefined }
})

scheduleContract('memory', async () => {
  const stores = memoryStores(new MemoryTables(), noticeModel)
  return { stores, others: stores, close: async () => undefined }
})

counterContract('memory', async () => {
  const stores = memoryStores(new MemoryTables(), songModel)
  return { stores, others: stores, close: async () => undefined }
})

slugContract('memory', async () => {
  const stores = memoryStores(new MemoryTables(), pamphletModel)
  return { stores, others: stores, close: async () => undefined }
})

versionsContract('memory', async () => {
  const tables = new MemoryTables()
  const [earlier, later] = [memoryStores(tables, fairModel), memoryStores(tables, nextFairModel)]
  return { earlier, later, close: async () => undefined }
})

it('a transaction that fails keeps the writes of another transaction', async () => {
  const stores = memoryStores()
  const failing = stores.atomically(async () => {
    await sleep(5)
    throw new Error('no')
  })
  const added = stores.atomically((within) => within.users.add(aUser('ada'), null))
  await expect(failing).rejects.toThrow('no')
  expect(await stores.users.get((await added).id)).toMatchObject({ username: 'ada' })
})

it('a watcher of a write reads its event', async () => {
  const tables = new MemoryTables()
  const seen: unknown[] = []
  tables.watchers.push(({ resource, ids }) => seen.push([resource, ids, tables.events.size]))
  const { id } = await memoryStores(tables).users.add(aUser('ada'), null)
  expect(seen).toEqual([['users', [id], 1]])
})
