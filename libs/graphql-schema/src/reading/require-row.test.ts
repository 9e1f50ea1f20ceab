import { expect, it } from 'vitest'
import { requireRow } from './require-row.ts'

it('what was removed between its writing and its reading is NOT_FOUND, and no fault of the service', async () => {
  expect(await requireRow(Promise.resolve({ id: '7' }))).toEqual({ id: '7' })
  await expect(requireRow(Promise.resolve(null))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
