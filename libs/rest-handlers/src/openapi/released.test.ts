import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { breakingChanges } from '../testing/compatibility/breaking-changes.ts'
import { openApiDocument, type OpenApiDocument } from './document.ts'

const TEXT = readFileSync(new URL('../../openapi.released.json', import.meta.url), 'utf8')
const RELEASED = JSON.parse(TEXT) as OpenApiDocument

type Path = readonly string[]

/** A copy in which `next` replaces the member at the end of the path; undefined removes it. */
const changed = (value: unknown, [name = '', ...rest]: Path, next: unknown): unknown => {
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) === name ? changed(item, rest, next) : item))
  const members = value as Readonly<Record<string, unknown>>
  expect(Object.keys(members)).toContain(name)
  const inner = rest.length > 0 ? changed(members[name], rest, next) : next
  const others = Object.entries(members).map(([key, member]) => [key, key === name ? inner : member])
  return Object.fromEntries(others.filter(([, member]) => member !== undefined))
}

const after = (path: Path, next: unknown): readonly string[] =>
  breakingChanges(RELEASED, changed(RELEASED, path, next) as OpenApiDocument)

const USERS = ['paths', '/api/users']
const NEW_USER = ['components', 'schemas', 'NewUser']
const USER = ['components', 'schemas', 'User']
const integer = { type: 'integer' }
const text = { type: 'string', maxLength: 10 }

const INTENDED: readonly string[] = [
  // C12.5: the last release accepted megabytes as a locale. No language tag is longer than 35 characters.
  'PATCH /api/me/settings body.locale has a narrower maxLength',
  // C14.2: the article of a comment is null for a client who may not read the article.
  'GET /api/articles/{id}/comments 200[].article.id is gone',
  'POST /api/articles/{id}/comments 201.article.id is gone',
  'GET /api/comments/{id} 200.article.id is gone',
  'PATCH /api/comments/{id} 200.article.id is gone',
  'GET /api/search 200[]|2.articleId was string and is string,null',
]

describe('C6.11 the document keeps the promises of the last release', () => {
  it('breaks no client; `npm run tool record-release` records a new release', () => {
    const breaks = breakingChanges(RELEASED, openApiDocument({ baseUrl: 'https://content.example' }))
    expect(breaks.filter((change) => !INTENDED.includes(change))).toEqual([])
  })

  it.each<[string, Path, unknown, string]>([
    ['a path that goes', USERS, undefined, '/api/users is gone'],
    ['a method that goes', [...USERS, 'post'], undefined, 'POST /api/users is gone'],
    ['an operation of another name', [...USERS, 'get', 'operationId'], 'people', 'GET /api/users was users'],
    ['a parameter that goes', [...USERS, 'get', 'parameters'], [], 'GET /api/users query page is gone'],
    [
      'a parameter that becomes required',
      [...USERS, 'get', 'parameters', '0', 'required'],
      true,
      'GET /api/users query page is required now',
    ],
    [
      'a parameter that takes less',
      [...USERS, 'get', 'parameters', '1', 'schema', 'maximum'],
      50,
      'GET /api/users query limit has a narrower maximum',
    ],
    [
      'a parameter that is closed',
      ['paths', '/api/articles', 'get', 'parameters', '3', 'schema'],
      { type: 'string', maxLength: 200, enum: ['news'] },
      'GET /api/articles query tag is one of a few words only',
    ],
    [
      'a word that is taken no longer',
      [...USERS, 'get', 'parameters', '2', 'schema', 'enum'],
      ['ACTIVE', 'SUSPENDED'],
      'GET /api/users query status is no longer "INACTIVE"',
    ],
    [
      'a variable of another form',
      ['paths', '/api/users/{id}', 'parameters', '0', 'schema'],
      text,
      'path id was',
    ],
    [
      'a media type that is taken no longer',
      ['paths', '/api/users/{id}', 'patch', 'requestBody', 'content', 'application/merge-patch+json'],
      undefined,
      'PATCH /api/users/{id} body is no longer application/merge-patch+json',
    ],
    ['a member that is taken no longer', [...NEW_USER, 'properties', 'age'], undefined, 'body.age is gone'],
    [
      'a member that becomes required',
      [...NEW_USER, 'required'],
      ['email', 'name'],
      'body.name is required now',
    ],
    ['a member of another type', [...NEW_USER, 'properties', 'age', 'type'], 'integer', 'was integer,null'],
    ['a member that takes less', [...NEW_USER, 'properties', 'name', 'maxLength'], 9, 'narrower maxLength'],
    [
      'a member of another form',
      [...NEW_USER, 'properties', 'email', 'format'],
      'uri',
      'email has another format',
    ],
    [
      'alternatives that all take less',
      [...NEW_USER, 'properties', 'name'],
      { anyOf: [{ type: 'integer' }] },
      'body.name was string and is integer',
    ],
    ['an answer without a member', [...USER, 'properties', 'age'], undefined, '200[].age is gone'],
    ['an answer whose member may be absent', [...USER, 'required'], ['id'], '200.name may be absent now'],
    ['an answer of another type', [...USER, 'properties', 'id', 'type'], 'string', '201.id was integer'],
    [
      'an answer that may be null',
      [...USER, 'properties', 'id', 'type'],
      ['integer', 'null'],
      'id was integer',
    ],
    [
      'an answer of another form',
      [...USER, 'properties', 'email', 'format'],
      'uri',
      'email has another format',
    ],
    ['an answer of another word', [...USER, 'properties', 'deleted', 'const'], false, 'deleted was true'],
    [
      'fewer alternatives in an answer',
      ['components', 'schemas', 'SearchHit', 'oneOf'],
      [{ $ref: '#/components/schemas/ArticleHit' }],
      'fewer alternatives',
    ],
    [
      'a status that is answered no longer',
      [...USERS, 'post', 'responses', '201'],
      undefined,
      '201 is answered no',
    ],
    [
      'content of another type',
      [...USERS, 'get', 'responses', '200', 'content'],
      {},
      'no longer application/json',
    ],
    [
      'a header that goes',
      [...USERS, 'get', 'responses', '200', 'headers', 'Link'],
      undefined,
      'GET /api/users 200 has Link no longer',
    ],
    [
      'a problem of another shape',
      ['components', 'schemas', 'Problem', 'properties', 'error'],
      undefined,
      'error',
    ],
    [
      'a credential that is taken no longer',
      [...USERS, 'get', 'security'],
      [{ Bearer: [] }],
      'GET /api/users takes ApiKey no longer',
    ],
    [
      'a credential where none was needed',
      ['paths', '/api/articles', 'get', 'security'],
      [{ ApiKey: [] }, { Bearer: [] }, { Basic: [] }, { OAuth2: [] }],
      'GET /api/articles takes no credential no longer',
    ],
  ])('refuses %s', (_, path, next, finding) => {
    expect(after(path, next).join('; ')).toContain(finding)
  })

  it('refuses a new required parameter, and a new body', () => {
    const required = { name: 'tenant', in: 'query', description: '', required: true, schema: integer }
    expect(after([...USERS, 'options', 'parameters'], [required])).toEqual([
      'OPTIONS /api/users query tenant is required now',
    ])
    const { requestBody } = RELEASED.paths['/api/users']?.post ?? {}
    const like = RELEASED.paths['/api/articles/{id}/like']?.put
    expect(after(['paths', '/api/articles/{id}/like', 'put'], { ...like, requestBody })).toEqual([
      'PUT /api/articles/{id}/like needs a body now',
    ])
  })

  it('lets the interface grow', () => {
    expect(after(['paths'], { ...RELEASED.paths, '/api/news': {} })).toEqual([])
    expect(after([...USER, 'properties'], { ...listProperties('User'), nickname: text })).toEqual([])
    expect(after([...NEW_USER, 'properties'], { ...listProperties('NewUser'), nickname: text })).toEqual([])
    expect(after([...NEW_USER, 'properties', 'name', 'maxLength'], 300)).toEqual([])
    expect(after([...USER, 'required'], ['id', 'name', 'email', 'age', 'deleted'])).toEqual([])
    const { name } = listProperties('NewUser') as { readonly name: object }
    expect(after([...NEW_USER, 'properties', 'name'], { anyOf: [integer, name] })).toEqual([])
  })
})

const listProperties = (name: string): object =>
  (RELEASED.components.schemas[name] as { readonly properties: object }).properties
