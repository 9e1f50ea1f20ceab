import { Client } from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { createDatabase, type Template } from './postgres-database.ts'
import type {} from './vitest-postgres.ts'

const server = inject('postgresUrl')

async function database(template?: Template) {
  const created = await createDatabase(server, template)
  onTestFinished(() => created.drop())
  return created
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query({ text, rowMode: 'array' })
    return rows.flat()
  } finally {
    await client.end()
  }
}

async function makeTable(url: string): Promise<void> {
  await query(url, 'CREATE TABLE made AS SELECT 1 AS one')
}

test('every caller gets a database of its own', async () => {
  const [mine, yours] = await Promise.all([database(), database()])
  await makeTable(mine.url)
  await expect(query(yours.url, 'SELECT * FROM made')).rejects.toThrow(/does not exist/)
})

test('a template is prepared once for all who ask for it, and copied with what is in it', async () => {
  const prepare = vi.fn(makeTable)
  const template = { name: 'prepared_once', prepare }
  const copies = await Promise.all([database(template), database(template), database(template)])
  expect(prepare).toHaveBeenCalledOnce()
  for (const { url } of copies) expect(await query(url, 'SELECT one FROM made')).toEqual([1])
})

test('a preparation that fails is told to its caller, and done anew for the next', async () => {
  const name = 'fails_at_first'
  const half = async (url: string) => {
    await makeTable(url)
    throw new Error('no')
  }
  await expect(database({ name, prepare: half })).rejects.toThrow('no')
  const { url } = await database({ name, prepare: makeTable })
  expect(await query(url, 'SELECT one FROM made')).toEqual([1])
})

test('dropping ends connections that a test has left open', async () => {
  const { url, drop } = await createDatabase(server)
  const left = new Client({ connectionString: url })
  left.on('error', () => {})
  await left.connect()
  const ended = new Promise((resolve) => left.once('end', resolve))
  await drop()
  await ended
  await expect(query(url, 'SELECT 1')).rejects.toThrow(/not currently accepting connections/)
})

test('databases that tests have dropped do not fill the disk', async () => {
  const dropped = await Promise.all(Array.from({ length: 40 }, () => createDatabase(server)))
  for (const { drop } of dropped) await drop()
  const names = dropped.map(({ url }) => new URL(url).pathname.slice(1))
  const left = await query(server, `SELECT datname FROM pg_database WHERE datname IN ('${names.join("', '")}')`)
  expect(left.length).toBeLessThan(40)
})
