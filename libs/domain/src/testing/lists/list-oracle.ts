import { isLink } from '../../model/fields/field.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import type { Row } from '../../reading/reading.ts'
import { mayOnAll } from '../../access/access.ts'
import type { ModelContext } from '../../visibility/read-context.ts'
import { compareInOrder, type GivenOrder } from './oracle-order.ts'
import { isGroup } from '../../model/fields/part-fields.ts'
import { compareValue, matchesGroup, namesDeletedState, type Where } from './oracle-values.ts'
import { createSight, type ListData, type Sight } from './oracle-sight.ts'

/** The answer to a list: its rows, or the paths of the masked fields that refuse it. */
export interface OracleAnswer {
  readonly rows: readonly Row[]
  readonly maskedPaths: readonly string[]
}

/** A list of related records. */
interface Found {
  readonly type: RecordType
  readonly isLinked: (row: Row, other: Row) => boolean
  /** C14.2: the list has the records to which the record links. */
  readonly isLink?: true
}

const byLink =
  (attribute: string): Found['isLinked'] =>
  (row, other) =>
    other[attribute] === row['id']

const listIds = (row: Row, attribute: string): readonly unknown[] => row[attribute] as readonly unknown[]

const PRIVATE = new Set(['email', 'age', 'status'])

/** Evaluates filters on plain records, one after the other, as C13.1 to C13.3 describe them. */
class ListOracle {
  readonly #context: ModelContext
  readonly #sight: Sight

  constructor(context: ModelContext, data: ListData) {
    this.#context = context
    this.#sight = createSight(context, data)
  }

  answer(type: RecordType, where: Where, orders: readonly GivenOrder[]): OracleAnswer {
    const listed = this.#sight.listed(type).filter((row) => this.#matchesAll(type, row, where))
    const rows = listed.toSorted(compareInOrder(type, orders))
    const ofOrders = orders.flatMap(({ field }, index) =>
      this.#isMasked(type, field) ? [`orderBy.${index}.field`] : [],
    )
    return { rows, maskedPaths: [...this.#findMasked(type, where, ['where']), ...ofOrders] }
  }

  /** The record matches, and an article is not deleted unless the filter names the state (C13.2). */
  #matchesAll(type: RecordType, row: Row, where: Where): boolean {
    const isHidden = type.name === 'Article' && row['status'] === 'DELETED' && !namesDeletedState(where)
    return !isHidden && this.#matches(type, row, where)
  }

  #matches(type: RecordType, row: Row, where: Where): boolean {
    return Object.entries(where).every(([name, given]) => this.#matchesMember(type, row, name, given))
  }

  #matchesMember(type: RecordType, row: Row, name: string, given: unknown): boolean {
    const each = (part: unknown): boolean => this.#matches(type, row, part as Where)
    if (name === 'and') return (given as unknown[]).every(each)
    if (name === 'or') return (given as unknown[]).some(each)
    if (name === 'not') return !each(given)
    const list = this.#findList(type, name)
    if (list !== null) return this.#matchesList(list, row, given as Where)
    const link = type.fields[name]
    if (link !== undefined && isLink(link)) return this.#matchesLink(type, row, name, given as Where)
    const value = this.#sight.value(type, row, name)
    if (link !== undefined && isGroup(link)) return matchesGroup(link, value, given as Where)
    return Object.entries(given as Where).every(([operator, wanted]) =>
      compareValue(value, operator, wanted, { type: type.name, name, field: link }),
    )
  }

  #matchesLink(type: RecordType, row: Row, name: string, where: Where): boolean {
    const target = this.#sight.linked(type, row, name)
    return target !== null && this.#matchesAll(target.type, target.row, where)
  }

  #matchesList({ type, isLinked, isLink }: Found, row: Row, quantifiers: Where): boolean {
    const known = isLink ? this.#sight.members(type) : this.#sight.listed(type)
    const linked = known.filter((other) => isLinked(row, other))
    return Object.entries(quantifiers).every(([word, given]) => {
      const where = given as Where
      const shown = linked.filter(
        (each) => type.name !== 'Article' || each['status'] !== 'DELETED' || namesDeletedState(where),
      )
      const matching = shown.filter((each) => this.#matches(type, each, where))
      if (word === 'some') return matching.length > 0
      return word === 'none' ? matching.length === 0 : matching.length === shown.length
    })
  }

  #findList(type: RecordType, name: string): Found | null {
    const { model } = this.#context
    if (type.name === 'User' && name === 'articles')
      return { type: model.typeNamed('Article'), isLinked: byLink('ownerId') }
    if (type.name === 'Article' && name === 'comments')
      return { type: model.typeNamed('Comment'), isLinked: byLink('articleId') }
    const own = type.manyLinks.find((link) => link.name === name)
    if (own) {
      const isLinked = (row: Row, other: Row) => listIds(row, own.attribute).includes(other['id'])
      return { type: model.typeNamed(own.field.toMany.name), isLinked, isLink: true }
    }
    return this.#findInverse(type, name)
  }

  #findInverse(type: RecordType, name: string): Found | null {
    for (const from of this.#context.model.derivedTypes) {
      const one = from.links.find(({ field }) => field.to.name === type.name && field.inverse === name)
      if (one) return { type: from, isLinked: byLink(one.attribute) }
      const many = from.manyLinks.find(
        ({ field }) => field.toMany.name === type.name && field.inverse === name,
      )
      if (many)
        return {
          type: from,
          isLinked: (row, other) => listIds(other, many.attribute).includes(row['id']),
        }
    }
    return null
  }

  /** C13.3: the caller needs the permission without condition. */
  #isMasked(type: RecordType, name: string): boolean {
    if (type.name === 'User') return PRIVATE.has(name) && !mayOnAll(this.#context, 'users:read')
    const field = type.attributes[name]
    const resource = type.permissions.read.split(':')[0] ?? ''
    const sources = field?.computed?.from.map((source) => type.attributes[source]) ?? [field]
    return sources.some(
      (each) =>
        each?.seenWith !== undefined && !mayOnAll(this.#context, `${resource}:${each.seenWith}` as never),
    )
  }

  #findMasked(type: RecordType, where: Where, path: readonly (string | number)[]): readonly string[] {
    return Object.entries(where).flatMap(([name, given]) => {
      const at = [...path, name]
      if (name === 'and' || name === 'or')
        return (given as Where[]).flatMap((part, index) => this.#findMasked(type, part, [...at, index]))
      if (name === 'not') return this.#findMasked(type, given as Where, at)
      const list = this.#findList(type, name)
      if (list !== null)
        return Object.entries(given as Where).flatMap(([word, part]) =>
          this.#findMasked(list.type, part as Where, [...at, word]),
        )
      const link = type.fields[name]
      if (link !== undefined && isLink(link))
        return this.#findMasked(this.#context.model.typeNamed(link.to.name), given as Where, at)
      return this.#isMasked(type, name) ? [at.join('.')] : []
    })
  }
}

/** The answers that C13 promises to a caller, for lists of these records. */
export const createListOracle = (context: ModelContext, data: ListData): ListOracle =>
  new ListOracle(context, data)
