import { expect, it } from 'vitest'
import { requireRow } from './require-row.ts'

it('a record that is removed between its write and its read is NOT_FOUND, and not a failure of the service', async () => {
  expect(await requireRow(Promise.resolve({ id: '7' }))).toEqual({ id: '7' })
  await expect(requireRow(Promise.resolve(null))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
