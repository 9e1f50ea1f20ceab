import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { personSchema } from './people-schemas.ts'
import { createShape } from './shape.ts'
import { idSchema, nullableTimestampSchema, textSchema } from './schema-terms.ts'

const schema = Type.Object({
  id: idSchema('the note'),
  text: textSchema(10, 'A text.'),
  endedAt: nullableTimestampSchema('The end.'),
  author: personSchema,
  reader: Type.Unsafe<object | null>({ anyOf: [personSchema, { type: 'null' }] }),
  loud: Type.Boolean({ description: 'Whether the text is in capitals.' }),
})
const { select, present } = createShape(schema, {
  loud: { reads: ['text'], show: ({ text }) => text === String(text).toUpperCase() },
})

const author = { id: 7, username: 'ada', name: 'Ada', email: 'ada@example.org' }

describe('the shape of a schema', () => {
  it('reads each attribute once, and the related records that the schema shows', () => {
    const person = { fields: ['id', 'username', 'name'], related: [] }
    expect(select).toEqual({
      fields: ['id', 'text', 'endedAt'],
      related: [
        { as: 'author', relation: 'author', isNullable: true, select: person },
        { as: 'reader', relation: 'reader', isNullable: true, select: person },
      ],
    })
  })

  it('shows the members of the schema and no others, in its order', () => {
    const endedAt = new Date('2026-11-20T12:00:00.000Z')
    const shown = present({ secret: 'x', author, reader: null, text: 'HEY', id: 'n', endedAt })
    expect(JSON.stringify(shown)).toBe(
      '{"id":"n","text":"HEY","endedAt":"2026-11-20T12:00:00.000Z","author":{"id":"7","username":"ada","name":"Ada"},"reader":null,"loud":true}',
    )
  })
})
