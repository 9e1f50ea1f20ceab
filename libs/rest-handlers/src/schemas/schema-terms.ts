import { MAX_USER_ID } from '@content-service/domain/internal/rules'
import { Type, type Static, type TProperties, type TSchema, type TUnsafe } from 'typebox'

/** A body may have no unknown members, and a response has no other members than these. */
export const closed = { additionalProperties: false }

/** The description of an object in the document. */
export interface ObjectTerms {
  readonly title?: string
  /** Markdown. */
  readonly description: string
  readonly examples?: readonly object[]
}

/** An object with these members and no others. */
export const objectSchema = <Members extends TProperties>(terms: ObjectTerms, members: Members) =>
  Type.Object(members, { ...closed, ...terms })

/** A schema or null, as a list of types, which is the form of OpenAPI 3.1. */
export const nullableSchema = <Schema extends TSchema & { readonly type: string }>(
  schema: Schema,
): TUnsafe<Static<Schema> | null> =>
  Type.Unsafe<Static<Schema> | null>({
    ...schema,
    type: [schema.type, 'null'],
    // A closed set has null as one of its values.
    ...('enum' in schema && { enum: [...(schema.enum as readonly unknown[]), null] }),
  })

/** A closed set of words. */
export const wordSchema = <const Word extends string>(words: readonly Word[], description?: string) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...words], ...(description !== undefined && { description }) })

export const integerSchema = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, format: maximum > 2_147_483_647 ? 'int64' : 'int32', description })

/** A number that only increases, and that a client can represent exactly. */
export const counterSchema = (description: string) => integerSchema(0, Number.MAX_SAFE_INTEGER, description)

export const textSchema = (maxLength: number, description: string, more: object = {}) =>
  Type.String({ maxLength, description, ...more })

/** C2.1: an id of any record except users. */
export const idSchema = (what: string) =>
  textSchema(36, `The id of ${what}, a UUIDv7.`, {
    format: 'uuid',
    examples: ['0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10'],
  })

/** C2.1 and C6.1: the id of a user as text, as the typed interface has it. */
export const userIdText = Type.String({
  pattern: '^[1-9][0-9]{0,9}$',
  maxLength: 10,
  description: 'The id of a user, in decimal.',
  examples: ['7'],
})

const USER_ID_FORMS = [integerSchema(1, MAX_USER_ID, 'The id of a user.'), userIdText]
const USER_ID = 'The id of a user: an integer, or the same in decimal as a string.'

/** C2.1: a body may contain the id of a user as an integer, or as text like the typed interface. */
export const userIdInput = Type.Unsafe<string | number>({ anyOf: USER_ID_FORMS, description: USER_ID })

export const nullableUserIdInput = Type.Unsafe<string | number | null>({
  anyOf: [...USER_ID_FORMS, { type: 'null' }],
  description: USER_ID,
})

/** C2.2. */
export const timestampSchema = (description: string) =>
  textSchema(24, `${description} RFC 3339, UTC, milliseconds.`, {
    format: 'date-time',
    examples: ['2026-11-20T09:08:00.000Z'],
  })

export const nullableTimestampSchema = (description: string) => nullableSchema(timestampSchema(description))

/** C6.8: moves with every change. */
export const versionNumber = integerSchema(1, 2_147_483_647, 'Increases with each change.')
