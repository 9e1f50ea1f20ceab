import { describe, expect, test } from 'vitest'
import { ERROR_STATUS, recordNotFound, type ErrorCode } from './errors.ts'

/** C8, copied from the contract. */
const TABLE = `GRAPHQL_PARSE_FAILED 400, GRAPHQL_VALIDATION_FAILED 400, BAD_REQUEST 400, BAD_USER_INPUT 422,
  UNAUTHENTICATED 401, FORBIDDEN 403, NOT_FOUND 404, CONFLICT 409, INVALID_TRANSITION 409, IDEMPOTENCY_CONFLICT 409,
  PRECONDITION_FAILED 412, PAYLOAD_TOO_LARGE 413, QUERY_TOO_COMPLEX 400, PERSISTED_QUERY_NOT_FOUND 400,
  RATE_LIMITED 429, METHOD_NOT_ALLOWED 405, NOT_ACCEPTABLE 406, UNSUPPORTED_MEDIA_TYPE 415,
  PRECONDITION_REQUIRED 428, INVALID_TOKEN 403, TIMEOUT 503, UNAVAILABLE 503, INTERNAL_SERVER_ERROR 500`

const expected = TABLE.split(',').map((row) => row.trim().split(' ') as [ErrorCode, string])

describe('C8 error codes', () => {
  test.each(expected)('%s has the status %s', (code, status) =>
    expect(ERROR_STATUS[code]).toBe(Number(status)),
  )

  test('the table has no other code', () => expect(Object.keys(ERROR_STATUS)).toHaveLength(expected.length))
})

test('C14.4 a record that is not shown: only a type with several records names an id', () => {
  expect([
    recordNotFound({ word: 'talk' }).message,
    recordNotFound({ word: 'site', isSingle: true }).message,
  ]).toEqual(['There is no talk with this id, or you may not see it.', 'You may not see this record.'])
})
