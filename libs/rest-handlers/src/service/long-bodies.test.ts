import { expect, test } from 'vitest'
import { aRestWorld } from '../testing/rest-world.ts'

/** Runs a function, and tells whether others were answered in between. */
const isPausing = async (work: () => Promise<unknown>): Promise<boolean> => {
  let hasPaused = false
  const turn = setImmediate(() => (hasPaused = true))
  await work()
  clearImmediate(turn)
  return hasPaused
}

test('C12.5 other requests are answered between the parsing of a long body and its checks', async () => {
  const { send } = await aRestWorld()
  const post = (content: string) => send('POST', '/api/articles', { body: { title: 'Long', content } })
  await post('The first request prepares the checks.')
  expect(await isPausing(() => post('Few words.'))).toBe(false)
  expect(await isPausing(() => post('a'.repeat(300_000)))).toBe(true)
})
