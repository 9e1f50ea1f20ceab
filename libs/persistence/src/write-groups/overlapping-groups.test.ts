import { builtInModel, Product } from '@content-service/domain'
import { findType } from '@content-service/domain/internal/model'
import { expect, it } from 'vitest'
import type { NewRow } from './insert-statement.ts'
import { WriteGroups, type LentConnection } from './write-groups.ts'

const createRow = (number: number): NewRow => ({
  type: findType(builtInModel, Product),
  record: { id: `00000000-0000-7000-8000-00000000000${number}` as never, createdAt: new Date() },
  expected: null,
  entry: {},
  events: [],
})

/** Connections whose commits wait, with the commands that they receive. */
const connectSlowly = () => {
  const commands: string[] = []
  const commits: (() => void)[] = []
  let connections = 0
  const connect = async (): Promise<LentConnection> => {
    connections += 1
    const number = connections
    return {
      find: async ({ text }, [rows]) => {
        const command = text.split(' ')[0] ?? ''
        commands.push(`${command} ${number}`)
        if (command === 'commit') await new Promise<void>((resolve) => void commits.push(resolve))
        return command === 'with' ? JSON.parse(String(rows)).map(({ id }: { id: string }) => [id]) : []
      },
      findObjects: async () => [],
      release: () => void commands.push(`release ${number}`),
    }
  }
  return { connect, commands, commits }
}

it('C5.11 the next group inserts while one commits, and the one after them waits', async () => {
  const { connect, commands, commits } = connectSlowly()
  const groups = new WriteGroups(connect)
  const first = (await groups.join(createRow(1))).commit()
  const second = (await groups.join(createRow(2))).commit()
  await expect
    .poll(() => commands)
    .toEqual(['begin 1', 'with 1', 'commit 1', 'begin 2', 'with 2', 'commit 2'])
  const others = [groups.join(createRow(3)), groups.join(createRow(4))]
  await new Promise((resolve) => setImmediate(resolve))
  expect(commands.at(-1)).toBe('commit 2')
  commits.shift()?.()
  await first
  for (const each of await Promise.all(others)) void each.commit()
  // Those that have waited share a group.
  await expect.poll(() => commands.slice(6)).toEqual(['release 1', 'begin 3', 'with 3', 'commit 3'])
  for (const commit of commits) commit()
  await second
})

it('C5.11 no group inserts beside another, which may still be refused', async () => {
  const { connect, commands } = connectSlowly()
  const groups = new WriteGroups(connect)
  const member = await groups.join(createRow(1))
  void groups.join(createRow(2))
  await new Promise((resolve) => setImmediate(resolve))
  expect(commands).toEqual(['begin 1', 'with 1'])
  void member.commit()
  await expect.poll(() => commands).toContain('with 2')
})
