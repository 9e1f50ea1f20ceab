import {
  maskRow,
  notFound,
  readKnownRecord,
  type AnyRecord,
  type Context,
  type RecordId,
  type RecordType,
  type Row,
} from '@content-service/domain'
import { createTag } from '../conditional.ts'
import { createContentTag, createEtag, type Tag } from '../etag.ts'
import { createJsonResponse, type RestRequest, type RestResponse } from '../http.ts'
import type { Shape } from '../shape.ts'
import { markShown } from '../write-response.ts'

type Headers = Readonly<Record<string, string>>

interface Answered {
  readonly status?: number
  readonly location?: string
  readonly 'content-location'?: string
}

/** How the records of a type are read, shown and tagged. */
export class RecordView {
  readonly shape: Shape
  readonly #type: RecordType
  readonly #cache: (context: Context, row: Row) => Headers

  constructor(type: RecordType, shape: Shape, cache: (context: Context, row: Row) => Headers = () => ({})) {
    this.shape = shape
    this.#type = type
    this.#cache = cache
  }

  /** C6.8: nothing changes a record of a fixed type, so that it has no version. */
  etag(row: Row): string {
    const shown = this.shape.present(row)
    return this.#type.isFixed ? createContentTag(shown) : createEtag(row['version'] as number, shown)
  }

  headers(context: Context, row: Row): Headers & { readonly etag: string } {
    return { etag: this.etag(row), ...this.#cache(context, row) }
  }

  /** The tag of a record as the caller sees it. The related records are read before the record is locked. */
  tag<R extends AnyRecord>(request: RestRequest, context: Context, id: RecordId | null): Promise<Tag<R>> {
    const select = { ...this.shape.select, fields: ['id'] }
    const read = async () => id && readKnownRecord(context, this.#type, id, select)
    return createTag(request, read, (row) => this.etag(maskRow(context, this.#type.plural, row)))
  }

  /** The response of a write of the record. */
  async showWritten(
    context: Context,
    record: AnyRecord,
    { status = 200, ...headers }: Answered = {},
  ): Promise<RestResponse> {
    const row = await readKnownRecord(context, this.#type, record.id, this.shape.select)
    if (row === null) throw notFound(this.#type.word)
    const response = createJsonResponse(status, this.shape.present(row), {
      ...this.headers(context, row),
      ...headers,
    })
    return markShown(context, response, this.#type.permissions.read, record)
  }

  /** The same from an address below the address of the record (RFC 9110 §8.7). */
  showWrittenFromBelow(context: Context, record: AnyRecord): Promise<RestResponse> {
    return this.showWritten(context, record, { 'content-location': `/api/${this.#type.plural}/${record.id}` })
  }
}
