import { describe, expect, it } from 'vitest'
import { ContentError } from './errors.ts'
import { createJsonRule, findSchemaProblems } from './json-schema.ts'

const findProblems = (schema: object, value: unknown): unknown => {
  try {
    createJsonRule(schema as never)(value)
    return []
  } catch (error) {
    if (error instanceof ContentError) return error.problems
    throw error
  }
}

const nest = (levels: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

describe('C16.1 a schema of JSON', () => {
  it.each([
    [{ type: 'object', properties: { a: { $ref: '#/$defs/b' } }, $defs: { b: { type: 'string' } } }, null],
    [true, 'must be an object'],
    [{ type: 'strange' }, 'schema: '],
    [{ typ: 'object' }, 'unknown keyword: "typ"'],
    [{ $ref: 'https://example.org/schema.json' }, "can't resolve reference"],
    [{ $dynamicRef: '#a' }, 'cannot have $dynamicRef'],
    [{ type: 'string', pattern: '(?=a)' }, 'schema: '],
    [{ type: 'array', uniqueItems: true }, 'uniqueItems needs maxItems of at most 1000'],
    [{ type: 'array', uniqueItems: true, maxItems: 1_001 }, 'uniqueItems needs maxItems'],
    [{ type: 'array', uniqueItems: true, maxItems: 1_000 }, null],
  ])('is refused at the start of the service if it is wrong: %j', (schema, problem) => {
    const problems = findSchemaProblems(schema)
    expect(problems).toEqual(problem === null ? [] : [expect.stringContaining(problem)])
  })
})

describe('C16.1 a value of JSON', () => {
  it('follows the schema, and each problem has its path', () => {
    const schema = {
      type: 'object',
      properties: {
        size: { type: 'integer' },
        names: { type: 'array', items: { type: 'string', pattern: '^a+$' } },
      },
      required: ['size'],
      additionalProperties: false,
    }
    expect(findProblems(schema, { size: 1, names: ['aa'] })).toEqual([])
    // Each pattern has its own engine.
    const both = { prefixItems: [{ pattern: '^a$' }, { pattern: '^b$' }], items: false }
    expect(findProblems(both, ['a', 'b'])).toEqual([])
    expect(findProblems(both, ['b', 'a'])).toHaveLength(1)
    expect(findProblems(schema, { size: 1, names: ['a', 'b'] })).toEqual([
      { path: ['names', 1], message: 'must match pattern "^a+$"' },
    ])
    expect(findProblems(schema, { size: 1, colour: 2 })).toEqual([
      { path: [], message: 'must NOT have additional properties (colour)' },
    ])
    expect(findProblems(schema, {})).toEqual([{ path: [], message: "must have required property 'size'" }])
  })

  it.each<[unknown, readonly (string | number)[], string]>([
    [JSON.parse('{"a":{"__proto__":1}}'), ['a'], 'must not have a member called __proto__'],
    [JSON.parse('[1e999]'), [0], 'must be a number that a double can have'],
    [{ a: ['\0'] }, ['a', 0], 'must not contain the character U+0000'],
    [{ '\uD800': 1 }, [], 'must not contain half of a surrogate pair'],
    [nest(33), Array.from({ length: 32 }, (_, level) => (level % 2 === 0 ? 0 : 'a')), 'at most 32 levels'],
    [['x'.repeat(1_048_576)], [], 'must have at most 1 MiB as JSON'],
    [undefined, [], 'must be a value of JSON'],
  ])('is refused if programs or the database misread it: %#', (value, path, message) => {
    expect(findProblems({}, value)).toEqual([{ path, message: expect.stringContaining(message) }])
  })

  it('can have 32 levels, and a deep one needs no deep stack', () => {
    expect(findProblems({}, nest(32))).toEqual([])
    expect(findProblems({}, nest(100_000))).toHaveLength(1)
  })

  it('matches patterns in a time that grows with the length of the text alone', () => {
    expect(findProblems({ type: 'string', pattern: '^(a|a)*$' }, `${'a'.repeat(19_999)}b`)).toHaveLength(1)
  })
})
