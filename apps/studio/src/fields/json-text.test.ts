import { expect, it } from 'vitest'
import { readJson, writeJson } from './json-text.ts'

it.each([{ a: [1, null, 'ä'] }, [], 0, false, 'text'])(
  'C16.1 JSON is read as it was written: %j',
  (value) => {
    expect(readJson(writeJson(value))).toEqual({ value })
  },
)

it('C16.1 no text is no value, and other text has a problem', () => {
  expect([readJson(' \n'), writeJson(null), writeJson(undefined)]).toEqual([{ value: null }, '', ''])
  expect(readJson('{"a":')).toEqual({ problem: expect.stringContaining('JSON') })
})
