import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../openapi/document.ts'
import { answerCheck, type Exchange } from './answer-check.ts'
import { SERVER_HEADERS } from './server-headers.ts'

const check = answerCheck(openApiDocument({ baseUrl: 'https://content.example' }))

const ADA = { id: 7, name: 'Ada Lovelace', email: 'ada@example.org', age: 36 }
const HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  etag: '"1-abc"',
  ...SERVER_HEADERS,
}

interface Given extends Partial<Omit<Exchange, 'body' | 'header'>> {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const checked =
  ({ body = ADA, headers = HEADERS, ...more }: Given = {}) =>
  () =>
    check({
      method: 'GET',
      path: '/api/users/7',
      status: 200,
      body: body === '' ? '' : JSON.stringify(body),
      header: (name) => headers[name.toLowerCase()] ?? null,
      ...more,
    })

describe('C6.6 the check of an answer against the document', () => {
  it('accepts responses that the document describes', () => {
    expect(checked()).not.toThrow()
    expect(checked({ body: { ...ADA, age: null } })).not.toThrow()
    expect(checked({ body: { ...ADA, deleted: true } })).not.toThrow()
    expect(checked({ method: 'HEAD', body: '' })).not.toThrow()
  })

  const { etag: _, ...untagged } = HEADERS
  it.each<[string, Given, string]>([
    ['a member too many', { body: { ...ADA, password: 'x' } }, 'must NOT have additional properties'],
    ['a member too few', { body: { id: 7, name: 'Ada', email: ADA.email } }, "required property 'age'"],
    ['a value of another type', { body: { ...ADA, id: '7' } }, 'data/id must be integer'],
    ['a value that has not its format', { body: { ...ADA, email: 'ada' } }, 'must match format "email"'],
    ['no JSON', { headers: { ...HEADERS, 'content-type': 'text/html' } }, 'the content is text/html'],
    ['a header that is missing', { headers: untagged }, 'ETag is missing'],
    ['a header that is malformed', { headers: { ...HEADERS, etag: 'W/"1"' } }, 'must match pattern'],
    ['content where there is none', { method: 'HEAD' }, 'there is content'],
    ['a status that it does not have', { status: 418 }, 'there is no such answer'],
    ['success at an address that it does not have', { path: '/api/nothing' }, 'there is no such answer'],
    ['a body that it does not take', { method: 'PATCH', sent: '{"role": "ADMIN"}' }, 'was taken'],
    ['a refusal that is no problem', { status: 404, body: ADA }, 'the content is application/json'],
  ])('refuses %s', (_, given, finding) => {
    expect(checked(given)).toThrow(finding)
  })
})
