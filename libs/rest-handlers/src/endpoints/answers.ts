import { Type, type TSchema } from 'typebox'
import type { Answer } from './endpoint.ts'

/** One record, with its entity tag. */
export const okWithEtag = (schema: TSchema, description: string): Answer => ({
  status: 200,
  description,
  schema,
  headers: ['ETag'],
})

/** The answer with a representation that has no version. */
export const ok = (schema: TSchema, description: string): Answer => ({
  status: 200,
  description,
  schema,
  headers: [],
})

export const created = (schema: TSchema, description: string): Answer => ({
  status: 201,
  description,
  schema,
  headers: ['Location', 'ETag'],
})

/** A complete list, or a list whose pages are not counted. */
export const okList = (schema: TSchema, description: string, maxItems = 100): Answer =>
  ok(Type.Array(schema, { maxItems }), description)

/** C6.3: a page of a list, with its links and the total count. */
export const okPage = (schema: TSchema, description: string): Answer => ({
  ...okList(schema, description),
  headers: ['ETag', 'Link', 'X-Total-Count', 'X-Total-Count-Precision'],
})

export const noContent = (description: string): Answer => ({ status: 204, description, headers: [] })

/** A record in the response of another address than its own (RFC 9110 §8.7). */
export const okWithContentLocation = (schema: TSchema, description: string): Answer => ({
  ...okWithEtag(schema, description),
  headers: ['ETag', 'Content-Location'],
})

/** RFC 9110 §15.3.3: the service will do the work later. */
export const accepted = (schema: TSchema, description: string): Answer => ({
  ...ok(schema, description),
  status: 202,
})

/** A new secret: only this response shows it, and it has no address. */
export const createdSecret = (schema: TSchema, description: string): Answer => ({
  status: 201,
  description,
  schema,
  headers: [],
})

/** RFC 9110 §15.4.9: the resource has another address. */
export const moved = (description: string): Answer => ({ status: 308, description, headers: ['Location'] })
