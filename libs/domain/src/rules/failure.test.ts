import { expect, it } from 'vitest'
import { ContentError } from './errors.ts'
import { failureText, OperatorError } from './failure.ts'

it('C10.2 a failure that the operator can fix is one sentence', () => {
  expect(failureText(new OperatorError('PORT must be 1'))).toBe('PORT must be 1')
  expect(failureText(new ContentError('BAD_USER_INPUT', 'No.'))).toBe('No.')
  expect(failureText(Object.assign(new Error('x'), { code: 'ENOENT', path: '/absent' }))).toBe(
    'The file /absent does not exist.',
  )
})

it('any other failure keeps its stack trace', () => {
  expect(failureText(new Error('unforeseen'))).toMatch(/unforeseen\n\s+at /)
  expect(failureText('thrown text')).toBe('thrown text')
})
