import type { Row } from '@content-service/domain'
import { createContentTag, createEtag } from './etag.ts'
import { createShape, type Shape } from './shape.ts'

/** A record as responses show it, and the entity tag of the record: of its version, if the record has a version. */
export interface Representation extends Shape {
  readonly tagOf: (record: object) => string
}

export const createRepresentation = (...schema: Parameters<typeof createShape>): Representation => {
  const shape = createShape(...schema)
  const isVersioned = shape.select.fields.includes('version')
  const tagOf = (record: object): string => {
    const shown = shape.present(record)
    return isVersioned ? createEtag((record as Row)['version'] as number, shown) : createContentTag(shown)
  }
  return { ...shape, tagOf }
}
