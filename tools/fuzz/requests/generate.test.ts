import { createSchema } from '@content-service/graphql-schema'
import { parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { ATTACK_NAMES } from './attacks.ts'
import { FORMS } from './form-requests.ts'
import { createGenerator, KIND_NAMES } from './generate.ts'
import { KNOWN_KINDS, type FuzzWorld, type GeneratedRequest } from './generated-request.ts'
import { listRootFields } from './graphql-document.ts'
import { TRANSPORT_NAMES } from './graphql-requests.ts'
import { DISTORTION_NAMES } from './hostile-documents.ts'
import { OPERATIONS } from './requests.ts'
import { OTHER_PATHS, REST_DISTORTION_NAMES } from './rest-requests.ts'

const WORLD: FuzzWorld = {
  // The world has two records of each kind.
  ids: Object.fromEntries(KNOWN_KINDS.map((kind) => [kind, ['1', '2']])) as unknown as FuzzWorld['ids'],
  senders: [
    { name: 'nobody', share: 1, headers: [] },
    { name: 'reader', share: 1, headers: [['authorization', 'Bearer x']] },
  ],
  client: { id: 'client', secret: 'kept' },
}

/** The requests of a run in CI. */
const REQUESTS = 2_000
/** The tests look at variants and documents. Bodies of a normal run take seconds to make, and a gigabyte. */
const LARGEST = 100

describe('the generator of the fuzzer', () => {
  const schema = createSchema()
  const roots = listRootFields(schema)
  const generate = createGenerator(1, WORLD, LARGEST)
  const byKind = new Map<string, GeneratedRequest[]>()
  for (let place = 0; place < REQUESTS; place += 1) {
    const request = generate(place)
    byKind.set(request.kind, [...(byKind.get(request.kind) ?? []), request])
  }
  const variants = (kind: (typeof KIND_NAMES)[number]): ReadonlySet<string> =>
    new Set(byKind.get(kind)?.map(({ variant }) => variant))
  const rootNames = roots.map(({ operation, field }) => `${operation} ${field.name}`)

  /** Some bodies are compressed. */
  const readQuery = ({ body }: GeneratedRequest): readonly string[] =>
    typeof body === 'string' ? [String(JSON.parse(body).query)] : []

  it('makes the same request for the same seed and place, and a different request for another seed', () => {
    const places = [3, 25, 45, 60, 70, 88, 95, 99]
    const generateRequests = (seed: number) => places.map(createGenerator(seed, WORLD))
    expect(generateRequests(7)).toEqual(generateRequests(7))
    expect(generateRequests(7)).not.toEqual(generateRequests(8))
  })

  it('makes each kind', () => {
    expect([...byKind.keys()].toSorted()).toEqual(KIND_NAMES.toSorted())
  })

  it.each([
    ['valid documents', rootNames],
    ['hostile variables', rootNames],
    ['hostile documents', DISTORTION_NAMES],
    ['known attacks', ATTACK_NAMES],
    ['GraphQL transport', TRANSPORT_NAMES],
    ['forms', Object.keys(FORMS)],
    ['other addresses', OTHER_PATHS],
  ] as const)('%s: each variant occurs in a run of CI', (kind, all) => {
    expect([...variants(kind)].toSorted()).toEqual([...all].toSorted())
  })

  it('REST: a run in CI contains each route and each distortion', () => {
    const [made, routes] = [[...variants('REST')], new Set(OPERATIONS.map(({ template }) => template))]
    const parts = made.map((variant) => variant.split(/ |: /))
    expect(new Set(parts.map(([, template]) => template))).toEqual(routes)
    expect(new Set(made.map((variant) => variant.split(': ')[1]))).toEqual(new Set(REST_DISTORTION_NAMES))
  })

  it('nearly all valid documents are valid, and together they contain each part of a document', () => {
    const queries = (byKind.get('valid documents') ?? []).flatMap(readQuery)
    const valid = queries.filter((query) => validate(schema, parse(query)).length === 0)
    expect(valid.length / queries.length).toBeGreaterThan(0.95)
    const text = queries.join('\n')
    for (const part of ['fragment F', '... on', '@include', '@skip', '$v0', 'a1: '])
      expect(text).toContain(part)
  })
})
