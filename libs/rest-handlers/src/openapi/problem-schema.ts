import { ERROR_STATUS, type ErrorCode } from '@content-service/domain'
import { Type } from 'typebox'
import { closed, textUpTo, wordOf } from '../schema-terms.ts'

// The keys of the table are its codes.
const codes = Object.keys(ERROR_STATUS) as readonly ErrorCode[]

/** C6.7: RFC 9457, with the string `error`. */
export const problemSchema = Type.Object(
  {
    type: textUpTo(2_048, 'The page of the code: what happened, how to mend it.', { format: 'uri' }),
    title: textUpTo(200, 'The same for every problem of this code.'),
    status: Type.Integer({
      minimum: 400,
      maximum: 599,
      format: 'int32',
      description: 'The status of the answer.',
    }),
    detail: textUpTo(100_000, 'What was wrong, and what to change.'),
    instance: textUpTo(200, 'Names the request in the log.'),
    code: wordOf(codes, 'For programs to act on.'),
    error: textUpTo(100_000, 'The same as `detail`.'),
    errors: Type.Array(
      Type.Object(
        {
          pointer: textUpTo(1_000, 'A JSON Pointer into the body; empty: all of it.'),
          message: textUpTo(10_000, 'What is wrong there.'),
        },
        { ...closed, description: 'What is wrong with one value.' },
      ),
      { maxItems: 100, description: 'Each value of the body that is wrong.' },
    ),
  },
  {
    ...closed,
    title: 'Problem',
    description: 'Why it was not done (RFC 9457).',
    examples: [
      {
        type: 'https://content.example/api/errors/BAD_USER_INPUT',
        title: 'The input is not valid',
        status: 422,
        detail: 'age: must be <= 150',
        instance: '0198c0de-7a3e-4c4f-9b1d-5f2e8a6c4d10',
        code: 'BAD_USER_INPUT',
        error: 'age: must be <= 150',
        errors: [{ pointer: '/age', message: 'must be <= 150' }],
      },
    ],
  },
)
