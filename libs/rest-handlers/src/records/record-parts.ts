import type { ContentModel, RecordType } from '@content-service/domain'
import { findOperation } from '@content-service/domain/internal/service'
import { createEndpoint } from '../endpoints/declare-endpoint.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import type { ListOptions } from '../endpoints/list-operation.ts'
import type { RecordSchemas } from '../representations/record-schemas.ts'
import type { Representation } from '../representations/representation.ts'

/** A type of a model, as the addresses of its records show it. */
export interface Parts {
  readonly model: ContentModel
  readonly type: RecordType
  readonly schemas: RecordSchemas
  readonly as: Representation
  /** The list of the records; filtered by links without it. */
  readonly list?: ListOptions
}

/** The endpoint of an operation of a model. */
export const declareEndpointIn =
  (model: ContentModel) =>
  (name: string, options: Parameters<typeof createEndpoint>[2]): Endpoint =>
    createEndpoint(name, findOperation(model, name), options)
