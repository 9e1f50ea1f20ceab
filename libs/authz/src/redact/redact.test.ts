import { expect, it } from 'vitest'
import { maskValue, redact } from './index.ts'

const row = { id: 1, email: 'jane@example.org', password: 'secret', name: 'Jane' }

it('omits and masks what a decision obliges to, and leaves the row alone', () => {
  const obligations = [
    { kind: 'omit', fields: ['password', 'unknown'] },
    { kind: 'mask', fields: ['email'] },
  ] as const
  expect(redact(row, obligations)).toEqual({ id: 1, email: 'j***@e***.org', name: 'Jane' })
  expect(redact(row, obligations, (_, field) => `(${field})`)).toMatchObject({ email: '(email)' })
  expect(row.password).toBe('secret')
  expect(redact(row, [])).toEqual(row)
})

it.each([
  ['jane@example.org', 'j***@e***.org'],
  ['ä@mail.example.co.uk', 'ä***@m***.uk'],
  ['Jane', 'J***'],
  ['', ''],
  ['💡 idea', '💡***'],
  [42, null],
  [null, null],
])('masks %j as %j', (value, masked) => {
  expect(maskValue(value)).toBe(masked)
})
