import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMigratedDatabase } from '../../libs/server/tests/support/processes/migrated-database.ts'
import { countWrittenRows, takeWrittenRows } from './written-rows.ts'

let remove: () => Promise<void>
let database: Client
beforeAll(async () => {
  const { url, drop } = await createMigratedDatabase()
  remove = drop
  database = new Client(url)
  await database.connect()
  await countWrittenRows(database)
})
afterAll(async () => {
  await database.end()
  await remove()
})

it('the fuzzer counts inserted, updated and deleted rows, and only those that are committed', async () => {
  await database.query("insert into search_words values ('one', 'ARTICLE', '1'), ('two', 'ARTICLE', '1')")
  await database.query("update search_words set word = 'three' where word = 'two'")
  await database.query("delete from search_words where word = 'one'")
  await database.query("begin; insert into search_words values ('four', 'ARTICLE', '1'); rollback")
  expect(await takeWrittenRows(database)).toEqual(Array.from({ length: 4 }, () => 'search_words'))
  expect(await takeWrittenRows(database)).toEqual([])
})
