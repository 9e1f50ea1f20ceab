import { type ErrorCode } from '@content-service/domain'
import { ERROR_STATUS } from '@content-service/domain/internal/rules'
import { Type } from 'typebox'
import { objectSchema, textSchema, wordSchema } from '../schemas/schema-terms.ts'

// The keys of the table are its codes.
const codes = Object.keys(ERROR_STATUS) as readonly ErrorCode[]

/** C6.7: RFC 9457, with the string `error`. */
export const problemSchema = objectSchema(
  {
    title: 'Problem',
    description: 'The reason why the service refused the request (RFC 9457).',
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
  {
    type: textSchema(
      2_048,
      'The page of the error code. It explains the error and how to correct the request.',
      { format: 'uri' },
    ),
    title: textSchema(200, 'The title, the same for all problems with this code.'),
    status: Type.Integer({
      minimum: 400,
      maximum: 599,
      format: 'int32',
      description: 'The status of the response.',
    }),
    detail: textSchema(100_000, 'What is wrong, and what to change.'),
    instance: textSchema(200, 'The id of the request in the log.'),
    code: wordSchema(codes, 'The error code, for programs.'),
    error: textSchema(100_000, 'The same as `detail`.'),
    errors: Type.Array(
      objectSchema(
        { description: 'A problem with one value.' },
        {
          pointer: textSchema(1_000, 'A JSON Pointer into the body. An empty pointer means the whole body.'),
          message: textSchema(10_000, 'What is wrong with the value.'),
        },
      ),
      { maxItems: 100, description: 'The wrong values of the body.' },
    ),
  },
)
