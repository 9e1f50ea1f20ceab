import { GraphQLError, parse, type DocumentNode } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createSchema } from '../service/schema.ts'
import { DEFAULT_LIMITS } from '../requests/limits/guards.ts'
import { locateErrors } from '../requests/locations.ts'
import { createDocumentCache } from '../requests/prepared-document.ts'

const schema = createSchema()

/** A document of 898 tokens, which differs for each number. */
const createDocument = (number: number): string => {
  const lists = Array.from({ length: 28 }, (_, place) => {
    const fields = 'id title content excerpt status tags likes version createdAt updatedAt publishedAt'
    return `a${place}: articles(ownerId: "${number}", tag: "t", pagination: { limit: 1 }) { ${fields} }`
  })
  return `{ ${lists.join(' ')} }`
}

describe('the cache of documents', () => {
  it('keeps a document without places in its text, and parses it once', () => {
    const prepare = createDocumentCache(schema, DEFAULT_LIMITS)
    const document = prepare(createDocument(1))
    expect(prepare(createDocument(1))).toBe(document)
    expect(JSON.stringify(document)).not.toContain('"loc"')
  })

  it('is bounded in bytes: some 290 documents of 900 tokens', () => {
    const prepare = createDocumentCache(schema, DEFAULT_LIMITS)
    const first = prepare(createDocument(0))
    for (let number = 1; number < 200; number += 1) prepare(createDocument(number))
    expect(prepare(createDocument(0))).toBe(first)
    for (let number = 200; number < 520; number += 1) prepare(createDocument(number))
    expect(prepare(createDocument(0))).not.toBe(first)
  })

  it('keeps nothing that is larger than GRAPHQL_DOCUMENT_CACHE_BYTES', () => {
    const prepare = createDocumentCache(schema, { ...DEFAULT_LIMITS, documentCacheBytes: 1_024 })
    expect(prepare(createDocument(1))).not.toBe(prepare(createDocument(1)))
    expect(prepare('{ __typename }')).toBe(prepare('{ __typename }'))
  })

  it('keeps no document that may not run', () => {
    const prepare = createDocumentCache(schema, DEFAULT_LIMITS)
    expect(prepare('{ nothing }')).not.toBe(prepare('{ nothing }'))
  })
})

describe('C5.11 the places of errors', () => {
  it('are those of the nodes of a long document, which is not cached', () => {
    const query = `{\n  articles(tag: "${'a'.repeat(300_000)}") { id }\n}`
    const document = createDocumentCache(schema, DEFAULT_LIMITS)(query) as DocumentNode
    const [operation] = document.definitions
    const node = operation?.kind === 'OperationDefinition' ? operation.selectionSet.selections[0] : undefined
    const [located] = locateErrors([new GraphQLError('refused', { nodes: node ?? null })], document, query)
    expect(located?.locations).toEqual([{ line: 2, column: 3 }])
  })

  it('are found again in the text, in fragments too', () => {
    const query = '{ a: currentUser { ...F } }\nfragment F on User {\n  name }'
    const document = parse(query, { noLocation: true })
    const [, fragment] = document.definitions
    const node = fragment?.kind === 'FragmentDefinition' ? fragment.selectionSet.selections[0] : undefined
    const error = new GraphQLError('refused', { nodes: node ?? null, path: ['a', 'name'] })
    expect(error.locations).toBeUndefined()
    const [located] = locateErrors([error], document, query)
    expect(located?.toJSON()).toEqual({
      message: 'refused',
      path: ['a', 'name'],
      locations: [{ line: 3, column: 3 }],
    })
  })

  it('stay unchanged for errors that are not about a field', () => {
    const document = parse('{ a }', { noLocation: true })
    const error = new GraphQLError('late')
    expect(locateErrors([error], document, '{ a }')).toEqual([error])
  })
})
