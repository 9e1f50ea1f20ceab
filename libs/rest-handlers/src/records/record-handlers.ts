import {
  authorizeCreation,
  createRecord,
  deleteRecord,
  listCountedRecords,
  notFound,
  readKnownRecord,
  readRecord,
  runOperation,
  updateRecord,
  type AnyRecord,
  type ContentModel,
  type Context,
  type RecordId,
  type RecordOperation,
  type RecordType,
  type Row,
} from '@content-service/domain'
import { receive } from '../body.ts'
import { answerRead, checkedBy, tagWith, unlessStale, valueOr } from '../conditional.ts'
import type { Tag } from '../etag.ts'
import { empty, json, type RestHandler, type RestRequest, type RestResponse } from '../http.ts'
import { answerPage, COUNT_LIMIT, NO_PARAMETERS, pageFrom, parametersOf } from '../paging.ts'
import { markShown } from '../written.ts'
import { presentRecord, recordEtag, wholeRecord } from './present-record.ts'
import type { RecordSchemas } from './record-schemas.ts'

interface Answered {
  readonly status: number
  readonly location?: string
  readonly 'content-location'?: string
}

/** The handlers of one declared type. */
export class RecordHandlers {
  readonly #model: ContentModel
  readonly #type: RecordType
  readonly #schemas: RecordSchemas

  constructor(model: ContentModel, type: RecordType, schemas: RecordSchemas) {
    this.#model = model
    this.#type = type
    this.#schemas = schemas
  }

  /** Newest first. An id that names no record has no records (C2.1). */
  readonly list: RestHandler = async (request, context) => {
    const parameters = parametersOf(request.query, this.#schemas.listParameters)
    const page = pageFrom(parameters)
    const links = this.#links(parameters)
    const list = { window: page.window, links, atMost: COUNT_LIMIT + 1 }
    const { rows, total } = Object.values(links).includes(null as never)
      ? { rows: [], total: 0 }
      : await listCountedRecords(context, this.#type, list, this.#whole)
    return answerPage(request, page, { shown: rows.map((row) => this.#present(row)), total })
  }

  readonly get: RestHandler = async (request, context, { id = '' }) => {
    parametersOf(request.query, NO_PARAMETERS)
    const row = await readRecord(context, this.#type, this.#type.parseId(id), this.#whole)
    if (row === null) throw notFound(this.#type.word)
    return answerRead(request, this.#present(row), { etag: this.#etag(row) })
  }

  readonly post: RestHandler = async (request, context) => {
    authorizeCreation(context, this.#type)
    const given = receive(request, this.#schemas.newBody, this.#type.rules).value()
    const { id } = await createRecord(context, this.#type, given)
    return this.#showWritten(context, id, { status: 201, location: `/api/${this.#type.plural}/${id}` })
  }

  readonly patch: RestHandler = async (request, context, { id: text = '' }) => {
    const id = this.#type.parseId(text)
    const body = receive(request, this.#schemas.patchBody, this.#type.rules)
    const precondition = checkedBy(request, body, await this.#tag(request, context, id))
    const change = valueOr(body, {})
    const changed = await updateRecord(context, this.#type, { id, change, precondition })
    return this.#showWritten(context, changed.id, { status: 200 })
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
      return this.#showWritten(context, changed.id, { status: 200, 'content-location': address })
    }
  }

  get #whole() {
    return wholeRecord(this.#model, this.#type)
  }

  #present(row: Row): Row {
    return presentRecord(this.#model, this.#type, row)
  }

  #etag(row: Row): string {
    return recordEtag(this.#model, this.#type, row)
  }

  #tag(request: RestRequest, context: Context, id: RecordId | null): Promise<Tag<AnyRecord>> {
    const read = () => readRecord(context, this.#type, id, this.#whole)
    return tagWith(request, read, (row) => this.#etag(row))
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
    id: RecordId,
    { status, ...headers }: Answered,
  ): Promise<RestResponse> {
    const row = await readKnownRecord(context, this.#type, id, this.#whole)
    if (row === null) throw notFound(this.#type.word)
    const response = json(status, this.#present(row), { etag: this.#etag(row), ...headers })
    return markShown(context, response, this.#type.permissions.read, row)
  }
}
