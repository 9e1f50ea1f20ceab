import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { describeErrors } from './schema-problems.ts'

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true, verbose: true })
ajv.addFormat('decimal', true)
const userId = { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'string' }, { type: 'null' }] }
const schema = {
  type: 'object',
  required: ['title'],
  additionalProperties: false,
  properties: {
    title: { type: 'string' },
    hostId: userId,
    speakerIds: { type: 'array', items: userId },
    stampNo: { type: ['integer', 'null'] },
    price: { type: ['string', 'null'], format: 'decimal' },
    status: { type: 'string', enum: ['DRAFT', 'DONE'] },
    tags: { type: 'array', items: { type: 'string' } },
    kind: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
    profile: { type: 'object', properties: { bio: { type: 'string' } } },
  },
}
const validate = ajv.compile(schema)
const KEEP = 'cannot be null; leave it out to keep its value'

test.each([
  [{ title: 'A', hostId: -1 }, [[['hostId'], 'must be an integer from 1, a string or null']]],
  [{ title: 'A', hostId: {} }, [[['hostId'], 'must be an integer, a string or null']]],
  [{ title: 'A', speakerIds: [7, true] }, [[['speakerIds', '1'], 'must be an integer, a string or null']]],
  [{ title: 'A', stampNo: 'a' }, [[['stampNo'], 'must be an integer or null']]],
  [
    { title: 7, other: 1 },
    [
      [['other'], 'is not a property that you can set here; remove it'],
      [['title'], 'must be string'],
    ],
  ],
  [{ title: 'A', price: 12.5 }, [[['price'], 'must be a text in quotes, such as "12.50"']]],
  [{ title: 'A', price: true }, [[['price'], 'must be a string or null']]],
  [{ title: 'A', prize: '1' }, [[['prize'], 'is not a property that you can set here; did you mean price?']]],
  [{}, [[['title'], 'is required']]],
  [
    { title: null, status: null, tags: null, kind: null, profile: { bio: null } },
    [
      [['title'], 'cannot be null'],
      [['status'], KEEP],
      [['tags'], KEEP],
      [['kind'], KEEP],
      [['profile', 'bio'], KEEP],
    ],
  ],
  [{ title: 'A', tags: [null] }, [[['tags', '0'], 'cannot be null']]],
  [{ title: 'A', hostId: null, speakerIds: ['7'], stampNo: 1 }, []],
])('C6.7 each wrong value of %j has one problem', (body, problems) => {
  validate(body)
  const found = describeErrors(validate.errors ?? [], schema).map(({ path, message }) => [path, message])
  expect(found).toEqual(problems)
})
