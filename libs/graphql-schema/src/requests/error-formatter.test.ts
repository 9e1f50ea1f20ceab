import { ContentError } from '@content-service/domain'
import { GraphQLError } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createErrorFormatter } from './error-formatter.ts'

const createLocatedError = (originalError: Error) =>
  new GraphQLError(originalError.message, { path: ['articles', 0], originalError })

/** The error as a client sees it, and the log of the failure. */
const formatError = (error: unknown) => {
  const reported: unknown[] = []
  const shown = createErrorFormatter((fault) => reported.push(fault))(error)
  return { shown: shown.toJSON(), reported }
}

describe('C5.11 the errors of a schema in another server', () => {
  it('a refusal keeps its message, code, problems and path, and is not reported', () => {
    const problems = [{ path: ['input', 'title'], message: 'must not be blank' }]
    const refusal = new ContentError('BAD_USER_INPUT', 'title: must not be blank', problems)
    expect(formatError(createLocatedError(refusal))).toEqual({
      shown: {
        message: 'title: must not be blank',
        path: ['articles', 0],
        extensions: { code: 'BAD_USER_INPUT', problems },
      },
      reported: [],
    })
  })

  it('a refusal by the function that makes the context also has its code', () => {
    const { shown, reported } = formatError(new ContentError('UNAUTHENTICATED', 'This token has expired.'))
    expect([shown.message, shown.extensions, reported]).toEqual([
      'This token has expired.',
      { code: 'UNAUTHENTICATED' },
      [],
    ])
  })

  it.each([
    ['in a field', createLocatedError(new Error('password authentication failed for user content'))],
    ['before a field', new Error('connect ECONNREFUSED 10.0.0.7:5432')],
    ['that is no Error', 'a text that was thrown'],
  ])('a failure %s is told by an id alone, under which it is reported whole', (_where, failure) => {
    const { shown, reported } = formatError(failure)
    expect(shown.extensions).toEqual({ code: 'INTERNAL_SERVER_ERROR', requestId: expect.any(String) })
    expect(shown.message).not.toMatch(/password|ECONNREFUSED|thrown/)
    expect(reported).toHaveLength(1)
    const [report] = reported as [Error]
    expect(report.message).toContain(shown.extensions?.['requestId'])
    expect(report.cause).toBe(failure instanceof GraphQLError ? failure.originalError : failure)
  })

  it('errors of a server about a document stay unchanged, including their status', () => {
    const error = new GraphQLError('Syntax Error: Expected Name.', { extensions: { http: { status: 400 } } })
    expect(formatError(error).shown).toEqual({
      message: 'Syntax Error: Expected Name.',
      extensions: { http: { status: 400 } },
    })
  })
})
