import { expect, it } from 'vitest'
import { WriteNotices } from './write-notices.ts'

it('tells of the first write at once, and of the writes of the next 50 ms together', async () => {
  let [sent, heard] = [0, 0]
  const notices = new WriteNotices(async () => (sent += 1))
  notices.afterWrites(() => (heard += 1))
  notices.noteWrites([])
  expect([sent, heard]).toEqual([1, 1])
  for (let count = 0; count < 5; count += 1) notices.noteWrites([])
  expect([sent, heard]).toEqual([1, 1])
  await notices.close()
  expect([sent, heard]).toEqual([2, 2])
})

it('tells again of a write during a notice, which may have come too late for the notice', async () => {
  const [first, sent] = [Promise.withResolvers<null>(), [] as Promise<unknown>[]]
  const notices = new WriteNotices(async () => {
    sent.push(sent.length === 0 ? first.promise : Promise.resolve())
    await sent.at(-1)
  })
  notices.noteWrites([])
  notices.noteWrites([])
  expect(sent).toHaveLength(1)
  first.resolve(null)
  await notices.close()
  expect(sent).toHaveLength(2)
})

it('goes on after a notice that the database has not taken', async () => {
  let sent = 0
  const notices = new WriteNotices(async () => {
    sent += 1
    throw new Error('The database is away.')
  })
  notices.noteWrites([])
  await notices.close()
  notices.noteWrites([])
  await notices.close()
  expect(sent).toBe(2)
})
