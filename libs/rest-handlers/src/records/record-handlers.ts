import {
  authorizeCreation,
  createRecord,
  deleteRecord,
  listCountedRecords,
  notFound,
  readRecord,
  runOperation,
  updateRecord,
  type AnyRecord,
  type Context,
  type Precondition,
  type RecordId,
  type RecordOperation,
  type RecordType,
  type Row,
  type Rules,
} from '@content-service/domain'
import { receive } from '../body.ts'
import { answerRead, createPrecondition, requireFresh, getValueOr } from '../conditional.ts'
import { createEmptyResponse, type RestHandler } from '../http.ts'
import { answerPage, COUNT_LIMIT, NO_PARAMETERS, parsePage, readParameters } from '../paging.ts'
import { createShape } from '../shape.ts'
import type { RecordSchemas } from './record-schemas.ts'
import { RecordView } from './record-view.ts'

export interface Update {
  readonly id: RecordId | null
  readonly change: Readonly<Record<string, unknown>>
  readonly precondition: Precondition<AnyRecord>
}

/** The handlers of one declared type. A type with operations of its own overrides what differs. */
export class RecordHandlers {
  protected readonly type: RecordType
  protected readonly schemas: RecordSchemas
  readonly view: RecordView

  constructor(
    type: RecordType,
    schemas: RecordSchemas,
    view: RecordView = new RecordView(type, createShape(schemas.shown, schemas.special)),
  ) {
    this.type = type
    this.schemas = schemas
    this.view = view
  }

  /** The rules of the inputs. */
  protected get rules(): Rules {
    return this.type.rules
  }

  protected read(context: Context, id: RecordId | null): Promise<Row | null> {
    return readRecord(context, this.type, id, this.view.shape.select)
  }

  protected update(context: Context, update: Update): Promise<AnyRecord> {
    return updateRecord(context, this.type, update as never)
  }

  protected delete(
    context: Context,
    id: RecordId | null,
    precondition: Precondition<AnyRecord>,
  ): Promise<void> {
    return deleteRecord(context, this.type, id, precondition as never)
  }

  readonly get: RestHandler = async (request, context, { id = '' }) => {
    readParameters(request.query, NO_PARAMETERS)
    const row = await this.read(context, this.type.parseId(id))
    if (row === null) throw notFound(this.type.word)
    return answerRead(request, this.view.shape.present(row), this.view.headers(context, row))
  }

  /** Newest first. An id that names no record has no records (C2.1). */
  readonly list: RestHandler = async (request, context) => {
    const parameters = readParameters(request.query, this.schemas.listParameters)
    const page = parsePage(parameters)
    const links = this.#links(parameters)
    const list = { window: page.window, links, atMost: COUNT_LIMIT + 1 }
    const { rows, total } = Object.values(links).includes(null as never)
      ? { rows: [], total: 0 }
      : await listCountedRecords(context, this.type, list, this.view.shape.select)
    return answerPage(request, page, { shown: rows.map(this.view.shape.present), total })
  }

  readonly post: RestHandler = async (request, context) => {
    authorizeCreation(context, this.type)
    const given = receive(request, this.schemas.newBody, this.rules).value()
    const record = await createRecord(context, this.type, given)
    const location = `/api/${this.type.plural}/${record.id}`
    return this.view.showWritten(context, record, { status: 201, location })
  }

  readonly patch: RestHandler = async (request, context, { id: text = '' }) => {
    const id = this.type.parseId(text)
    const body = receive(request, this.schemas.patchBody, this.rules)
    const precondition = createPrecondition(request, body, await this.view.tag(request, context, id))
    const changed = await this.update(context, { id, change: getValueOr(body, {}), precondition })
    return this.view.showWritten(context, changed)
  }

  readonly remove: RestHandler = async (request, context, { id: text = '' }) => {
    const id = this.type.parseId(text)
    await this.delete(context, id, requireFresh(request, await this.view.tag(request, context, id)))
    return createEmptyResponse(204)
  }

  /** The handler of a declared operation; `readBody` is null for an operation without an input. */
  run(operation: RecordOperation, bodyOf: RecordSchemas['newBody'] | null): RestHandler {
    return async (request, context, { id: text = '' }) => {
      const id = this.type.parseId(text)
      const tag = await this.view.tag(request, context, id)
      const body = bodyOf && receive(request, bodyOf, operation.rules)
      const precondition = body ? createPrecondition(request, body, tag) : requireFresh(request, tag)
      const call = { id, input: body ? getValueOr(body, {}) : {}, precondition }
      const changed = await runOperation(context, this.type, operation, call as never)
      return this.view.showWrittenFromBelow(context, changed)
    }
  }

  /** The linked ids of the query, by attribute; null for an id that no record can have. */
  #links(given: Readonly<Partial<Record<string, string>>>): Readonly<Record<string, RecordId>> {
    return Object.fromEntries(
      this.type.links.flatMap(({ attribute, field }) => {
        const text = given[field.parameter ?? attribute]
        return text === undefined ? [] : [[attribute, field.parseId(text) as RecordId]]
      }),
    )
  }
}
