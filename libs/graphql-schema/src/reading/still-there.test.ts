import { expect, it } from 'vitest'
import { stillThere } from './still-there.ts'

it('what was removed between its writing and its reading is NOT_FOUND, and no fault of the service', async () => {
  expect(await stillThere(Promise.resolve({ id: '7' }))).toEqual({ id: '7' })
  await expect(stillThere(Promise.resolve(null))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
