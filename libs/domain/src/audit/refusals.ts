import { parseClientId } from '../clients/client.ts'
import type { ContentError, ErrorCode } from '../rules/errors.ts'
import { parseUserId, parseUuid } from '../rules/ids.ts'
import type { ContentModel } from '../model/content-model.ts'
import type { OperationName } from '../model/operation.ts'
import type { RefusedEntry } from './audit-store.ts'

/** C12.6: the most entries for the refusals of one request. */
const MOST_ENTRIES = 3

/** An operation or field that the service refused. */
export interface RefusedOperation {
  readonly action: OperationName
  /** The id as the client sent it: the entry contains the id only if a record can have it. */
  readonly id?: string | undefined
  /** The field of the typed interface, such as `User.status`; absent if the whole operation was refused. */
  readonly field?: string
}

const PARSERS: Readonly<Partial<Record<string, (text: string) => unknown>>> = {
  users: parseUserId,
  'second-factors': parseUserId,
  clients: parseClientId,
}

const parseRecordId = (resource: string, id: string | undefined): string | null => {
  const parse = PARSERS[resource] ?? parseUuid
  return id === undefined || parse(id) === null ? null : id
}

const createEntry = (
  { model }: { readonly model: ContentModel },
  { action, id, field }: RefusedOperation,
  reason: ErrorCode,
): RefusedEntry => {
  const { resource } = model.operation(action)
  return {
    action,
    resource,
    resourceId: parseRecordId(resource, id),
    field: field ?? null,
    reason,
    moreRefused: 0,
  }
}

/** C12.6: the refusals of one request: the first of each field and reason, at most three, and a count of the others. */
export class Refusals {
  readonly #entries = new Map<string, RefusedEntry>()
  #others = 0

  add(context: { readonly model: ContentModel }, refused: RefusedOperation, { code }: ContentError): void {
    const key = JSON.stringify([refused.action, refused.field, code])
    if (this.#entries.has(key) || this.#entries.size === MOST_ENTRIES) this.#others += 1
    else this.#entries.set(key, createEntry(context, refused, code))
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0
  }

  /** The last entry contains the number of refusals without an entry. */
  entries(): readonly RefusedEntry[] {
    const entries = [...this.#entries.values()]
    const last = entries.pop()
    return last ? [...entries, { ...last, moreRefused: this.#others }] : []
  }
}
