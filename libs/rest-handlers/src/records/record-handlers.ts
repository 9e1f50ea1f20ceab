import {
  authorizeCreation,
  createRecord,
  deleteRecord,
  listCountedRecords,
  maskRow,
  notFound,
  readKnownRecord,
  readRecord,
  runOperation,
  updateRecord,
  type AnyRecord,
  type Context,
  type RecordId,
  type RecordOperation,
  type RecordType,
  type Row,
} from '@content-service/domain'
import { receive } from '../body.ts'
import { checkedBy, tagWith, unlessStale, valueOr } from '../conditional.ts'
import { contentTag, etagOf, type Tag } from '../etag.ts'
import { empty, json, type RestHandler, type RestRequest, type RestResponse } from '../http.ts'
import { answerPage, COUNT_LIMIT, pageFrom, parametersOf } from '../paging.ts'
import { createShape, type Shape } from '../shape.ts'
import { readHandler } from '../shape-handlers.ts'
import { markShown } from '../written.ts'
import type { RecordSchemas } from './record-schemas.ts'

interface Answered {
  readonly status: number
  readonly location?: string
  readonly 'content-location'?: string
}

/** The handlers of one declared type. */
export class RecordHandlers {
  readonly #type: RecordType
  readonly #schemas: RecordSchemas
  readonly #shape: Shape
  readonly get: RestHandler

  constructor(type: RecordType, schemas: RecordSchemas) {
    this.#type = type
    this.#schemas = schemas
    this.#shape = createShape(schemas.shown)
    this.get = readHandler(
      type.word,
      this.#shape,
      (context, id, select) => readRecord(context, type, type.parseId(id), select),
      (row) => this.#etag(row),
    )
  }

  /** Newest first. An id that names no record has no records (C2.1). */
  readonly list: RestHandler = async (request, context) => {
    const parameters = parametersOf(request.query, this.#schemas.listParameters)
    const page = pageFrom(parameters)
    const links = this.#links(parameters)
    const list = { window: page.window, links, atMost: COUNT_LIMIT + 1 }
    const { rows, total } = Object.values(links).includes(null as never)
      ? { rows: [], total: 0 }
      : await listCountedRecords(context, this.#type, list, this.#shape.select)
    return answerPage(request, page, { shown: rows.map(this.#shape.present), total })
  }

  readonly post: RestHandler = async (request, context) => {
    authorizeCreation(context, this.#type)
    const given = receive(request, this.#schemas.newBody, this.#type.rules).value()
    const record = await createRecord(context, this.#type, given)
    const location = `/api/${this.#type.plural}/${record.id}`
    return this.#showWritten(context, record, { status: 201, location })
  }

  readonly patch: RestHandler = async (request, context, { id: text = '' }) => {
    const id = this.#type.parseId(text)
    const body = receive(request, this.#schemas.patchBody, this.#type.rules)
    const precondition = checkedBy(request, body, await this.#tag(request, context, id))
    const change = valueOr(body, {})
    const changed = await updateRecord(context, this.#type, { id, change, precondition })
    return this.#showWritten(context, changed, { status: 200 })
  }

  readonly remove: RestHandler = async (request, context, { id: text = '' }) => {
    const id = this.#type.parseId(text)
    await deleteRecord(context, this.#type, id, unlessStale(request, await this.#tag(request, context, id)))
    return empty(204)
  }

  /** The handler of a declared operation; `bodyOf` is null for an operation without an input. */
  run(operation: RecordOperation, bodyOf: RecordSchemas['newBody'] | null): RestHandler {
    return async (request, context, { id: text = '' }) => {
      const id = this.#type.parseId(text)
      const tag = await this.#tag(request, context, id)
      const body = bodyOf && receive(request, bodyOf, operation.rules)
      const precondition = body ? checkedBy(request, body, tag) : unlessStale(request, tag)
      const call = { id, input: body ? valueOr(body, {}) : {}, precondition }
      const changed = await runOperation(context, this.#type, operation, call)
      const address = `/api/${this.#type.plural}/${changed.id}`
      return this.#showWritten(context, changed, { status: 200, 'content-location': address })
    }
  }

  /** C6.8: nothing changes a record of a fixed type, so that it has no version. */
  #etag(row: Row): string {
    const shown = this.#shape.present(row)
    return this.#type.isFixed ? contentTag(shown) : etagOf(row['version'] as number, shown)
  }

  #tag(request: RestRequest, context: Context, id: RecordId | null): Promise<Tag<AnyRecord>> {
    const read = () => readRecord(context, this.#type, id, this.#shape.select)
    // The caller has the tag of the record as the caller sees it.
    return tagWith(request, read, (row) => this.#etag(maskRow(context, this.#type.plural, row)))
  }

  /** The linked ids of the query, by attribute; null for an id that no record can have. */
  #links(given: Readonly<Partial<Record<string, string>>>): Readonly<Record<string, RecordId>> {
    return Object.fromEntries(
      this.#type.links.flatMap(({ attribute, field }) => {
        const text = given[field.parameter ?? attribute]
        return text === undefined ? [] : [[attribute, field.parseId(text) as RecordId]]
      }),
    )
  }

  async #showWritten(
    context: Context,
    record: AnyRecord,
    { status, ...headers }: Answered,
  ): Promise<RestResponse> {
    const row = await readKnownRecord(context, this.#type, record.id, this.#shape.select)
    if (row === null) throw notFound(this.#type.word)
    const response = json(status, this.#shape.present(row), { etag: this.#etag(row), ...headers })
    return markShown(context, response, this.#type.permissions.read, record)
  }
}
