import { builtInModel, Article } from '@content-service/domain'
import { findType } from '@content-service/domain/internal/model'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { InsertStatements } from './insert-statement.ts'
import { RunAlone } from './run-alone.ts'
import { WriteGroup, type GroupConnection, type Member } from './write-group.ts'

const ROW = {
  type: findType(builtInModel, Article),
  record: { id: '00000000-0000-7000-8000-000000000001' as never, createdAt: new Date() },
  expected: null,
  entry: {},
  events: [],
}

/** A connection that inserts the row, and fails on one command. */
const connect = (fails: string | null = null) => {
  const commands: string[] = []
  const connection: GroupConnection = {
    find: async ({ text }) => {
      const command = text.split(' ')[0] ?? ''
      commands.push(command)
      if (command === fails) throw new Error('The connection is broken.')
      return command === 'with' ? [[ROW.record.id]] : []
    },
    findObjects: async () => [],
  }
  return { connection, commands }
}

/** Runs a group of one request. Its end is whether PostgreSQL has ended the transaction. */
const runGroup = (connection: GroupConnection) => {
  const { promise: member, resolve: joined, reject: refused } = Promise.withResolvers<Member>()
  const end = new WriteGroup(connection, { statements: new InsertStatements(), ending: () => undefined }).run(
    [{ row: ROW, joined, refused }],
  )
  return { member, end }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('C5.11 a transaction of several requests', () => {
  it('commits when all requests have read their responses', async () => {
    const { connection, commands } = connect()
    const { member, end } = runGroup(connection)
    await (await member).commit()
    expect(await end).toBe(true)
    expect(commands).toEqual(['begin', 'with', 'commit'])
  })

  it.each(['begin', 'with'])('lets its requests run again alone after a failure of %s', async (command) => {
    const { connection, commands } = connect(command)
    const { member, end } = runGroup(connection)
    await expect(member).rejects.toBeInstanceOf(RunAlone)
    expect(await end).toBe(true)
    expect(commands.at(-1)).toBe('rollback')
  })

  it('lets no request run again after a commit that fails, because PostgreSQL may have committed', async () => {
    const { connection } = connect('commit')
    const { member, end } = runGroup(connection)
    await expect((await member).commit()).rejects.not.toBeInstanceOf(RunAlone)
    expect(await end).toBe(false)
  })

  it('is rolled back if a request leaves', async () => {
    const { connection, commands } = connect()
    const { member, end } = runGroup(connection)
    await (await member).leave()
    expect(await end).toBe(true)
    expect(commands.at(-1)).toBe('rollback')
  })

  it('is rolled back if a request decides nothing for a second', async () => {
    const { connection, commands } = connect()
    const { member, end } = runGroup(connection)
    const joined = await member
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await end).toBe(true)
    expect(commands.at(-1)).toBe('rollback')
    await expect(joined.commit()).rejects.toBeInstanceOf(RunAlone)
  })

  it('sends no read of a request after its end, when the connection belongs to others', async () => {
    const { connection, commands } = connect()
    const { member, end } = runGroup(connection)
    const joined = await member
    await vi.advanceTimersByTimeAsync(1_000)
    await end
    await expect(joined.find({ name: 'late', text: 'select' }, [])).rejects.toBeInstanceOf(RunAlone)
    await expect(joined.findObjects('select', [])).rejects.toBeInstanceOf(RunAlone)
    expect(commands).not.toContain('select')
  })

  it('gives its connection up if the rollback fails', async () => {
    const { connection } = connect('rollback')
    const { member, end } = runGroup(connection)
    await (await member).leave()
    expect(await end).toBe(false)
  })
})
