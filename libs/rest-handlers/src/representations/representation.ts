import type { Context, Row } from '@content-service/domain'
import { createContentTag, createEtag, type Tag } from '../requests/etag.ts'
import type { Headers, RestRequest } from '../protocol/http.ts'
import { createShape, type Shape } from '../schemas/shape.ts'

/** A record as responses show it, and the entity tag of the record: of its version, if the record has a version. */
export interface Representation extends Shape {
  /** The JSON of a record, and its tag. */
  readonly write: (record: object) => { readonly text: string; readonly etag: string }
  readonly computeTag: Tag<object>
  /** How caches keep the record. */
  readonly cacheHeaders?: (context: Context, row: Row) => Headers
  /** The tag of a record on its locked row, if the tag depends on the caller or on other records (C6.8). */
  readonly readTag?: (request: RestRequest, context: Context, id: string) => Promise<Tag<object>>
  /** Reads the parts of a written record that the response shows. */
  readonly readWritten?: (context: Context, record: object) => Promise<Row>
}

export const createRepresentation = (...schema: Parameters<typeof createShape>): Representation => {
  const shape = createShape(...schema)
  const isVersioned = shape.select.fields.includes('version')
  const write = (record: object) => {
    const text = JSON.stringify(shape.present(record))
    const { version } = record as { readonly version: number }
    return { text, etag: isVersioned ? createEtag(version, text) : createContentTag(text) }
  }
  return { ...shape, write, computeTag: (record) => write(record).etag }
}
