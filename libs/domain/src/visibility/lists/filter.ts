import { and, not, or, type Condition } from '@content-service/authz'
import { filterKept, hidesTrash } from '../../model/trash/trash.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { badUserInput, InvalidValue, type Problem } from '../../rules/errors.ts'
import { isObject } from '../../rules/is-object.ts'
import { adviseName } from '../../rules/similar-name.ts'
import { allOf, type FilterPart } from '../../reading/reading.ts'
import type { ReadContext } from '../read-context.ts'
import { filterLinked, filterListed, filterMembers } from '../visible-rows.ts'
import { createComparison, findKey, isServed, SERVED, type Compared } from './comparisons.ts'
import { OPERATORS, TAKES_LIST, type Operator } from './operators.ts'
import {
  followLead,
  joinByAnd,
  joinByOr,
  negateFacts,
  NO_FACTS,
  passLink,
  type FilterFacts,
  type Unserved,
} from './filter-facts.ts'
import { authorizeMasked } from './authorize-masked.ts'
import { FilterMeter } from './filter-limits.ts'
import { listMembers, type GroupMember, type RelationMember, type ValueMember } from './list-members.ts'
import { namesTrash } from './named-trash.ts'

/** A filter as a client sends it: an object of JSON. */
export type Where = Readonly<Record<string, unknown>>

/** The condition of a filter, and what it asks of the database. */
export interface ParsedFilter {
  readonly condition: Condition
  readonly facts: FilterFacts
}

type Path = Problem['path']

/** A part of a filter: where it is, on which type, and at which level. */
interface Place {
  readonly type: RecordType
  readonly path: Path
  readonly level: number
}

const ALL: ParsedFilter = { condition: allOf(), facts: NO_FACTS }

const listEntries = (given: Where): (readonly [string, unknown])[] =>
  Object.entries(given).filter(([, value]) => value !== undefined)

/** Turns a filter into a condition. It collects all problems, so that a client can mend them at once. */
class FilterParser {
  readonly problems: Problem[] = []
  readonly #context: ReadContext
  readonly #meter: FilterMeter
  readonly #part: FilterPart

  constructor(context: ReadContext, meter: FilterMeter, part: FilterPart) {
    this.#context = context
    this.#meter = meter
    this.#part = part
  }

  /** The members of an object are joined by and. */
  parse(given: unknown, place: Place): ParsedFilter {
    if (!isObject(given)) return this.#refuse(place.path, 'must be an object')
    const parts = listEntries(given as Where).map(([name, value]) =>
      this.#parseMember(name, value, { ...place, path: [...place.path, name] }),
    )
    return {
      condition: allOf(...parts.map(({ condition }) => condition)),
      facts: joinByAnd(parts.map(getFacts), place.type.indexes),
    }
  }

  #refuse(path: Path, message: string): ParsedFilter {
    this.problems.push({ path: this.#findSent(path), message })
    return ALL
  }

  /** The path that the client sent: a parameter of a URL or an argument stands for the whole filter of its part. */
  #findSent(path: Path): Path {
    return this.#part.isShort ? this.#part.path : path
  }

  #parseMember(name: string, value: unknown, place: Place): ParsedFilter {
    if (name === 'and' || name === 'or') return this.#parseJunction(name, value, place)
    if (name === 'not') return this.#parseNegation(value, place)
    const members = listMembers(this.#context.model, place.type)
    const member = Object.hasOwn(members, name) ? members[name] : undefined
    if (member === undefined)
      return this.#refuse(
        place.path,
        `is no field by which ${place.type.names.plural} can be filtered; ${adviseName(name, Object.keys(members))}`,
      )
    if (member.kind === 'value') return this.#parseValue(member, value, place)
    if (member.kind === 'group') return this.#parseGroup(member, value, place)
    return member.kind === 'link'
      ? this.#parseLink(member, value, place)
      : this.#parseList(member, value, place)
  }

  #enter(place: Place): Place {
    const level = place.level + 1
    this.#meter.addLevel(level)
    return { ...place, level }
  }

  #parseJunction(op: 'and' | 'or', given: unknown, place: Place): ParsedFilter {
    if (!Array.isArray(given)) return this.#refuse(place.path, 'must be a list of filters')
    const inside = this.#enter(place)
    this.#meter.addParts(given.length)
    const parts = given.map((each, index) => this.parse(each, { ...inside, path: [...place.path, index] }))
    const conditions = parts.map(({ condition }) => condition)
    return op === 'and'
      ? { condition: and(...conditions), facts: joinByAnd(parts.map(getFacts), place.type.indexes) }
      : { condition: or(...conditions), facts: joinByOr(parts.map(getFacts)) }
  }

  #parseNegation(given: unknown, place: Place): ParsedFilter {
    const { condition, facts } = this.parse(given, this.#enter(place))
    return { condition: not(condition), facts: negateFacts(facts, place.path.join('.')) }
  }

  #parseValue(member: ValueMember, given: unknown, place: Place): ParsedFilter {
    const operators: readonly string[] = OPERATORS[member.values]
    const instead = nameNullTest(operators)
    if (given === null) return this.#refuse(place.path, `must not be null; use ${instead}`)
    if (!isObject(given))
      return this.#refuse(place.path, `must be an object with an operator: ${operators.join(', ')}`)
    if (member.trashOf && place.level > 0)
      return this.#refuse(place.path, 'asks for the trash; write it at the top of the filter')
    authorizeMasked(this.#context, member.permissions, this.#findSent(place.path))
    const entries = listEntries(given as Where)
    if (entries.length === 0) return this.#refuse(place.path, `has no operator; for null, use ${instead}`)
    const parts = entries.map(([operator, value]) =>
      this.#parseOperator(member, operator, value, { ...place, path: [...place.path, operator] }),
    )
    return {
      condition: allOf(...parts.map(({ condition }) => condition)),
      facts: joinByAnd(parts.map(getFacts), place.type.indexes),
    }
  }

  /** C16.1: the members of a group are joined by and. */
  #parseGroup(group: GroupMember, given: unknown, place: Place): ParsedFilter {
    if (!isObject(given) || listEntries(given as Where).length === 0)
      return this.#refuse(place.path, 'must be an object with members of the group, or with isNull')
    authorizeMasked(this.#context, group.isNull.permissions, this.#findSent(place.path))
    const parts = listEntries(given as Where).map(([name, value]) =>
      this.#parseInGroup(group, name, value, { ...place, path: [...place.path, name] }),
    )
    return {
      condition: allOf(...parts.map(({ condition }) => condition)),
      facts: joinByAnd(parts.map(getFacts), place.type.indexes),
    }
  }

  #parseInGroup({ isNull, members }: GroupMember, name: string, value: unknown, place: Place): ParsedFilter {
    if (name === 'isNull') return this.#parseOperator(isNull, name, value, place)
    const member = Object.hasOwn(members, name) ? members[name] : undefined
    if (member === undefined)
      return this.#refuse(place.path, `is no member of the group; ${adviseName(name, Object.keys(members))}`)
    return member.kind === 'group'
      ? this.#parseGroup(member, value, place)
      : this.#parseValue(member, value, place)
  }

  #parseOperator(member: ValueMember, name: string, value: unknown, { path, type }: Place): ParsedFilter {
    const operators: readonly string[] = OPERATORS[member.values]
    if (!operators.includes(name))
      return this.#refuse(path, `is no operator here; ${adviseName(name, operators)}`)
    this.#meter.addNode()
    if (value === null) return this.#refuse(path, `must not be null; use ${nameNullTest(operators)}`)
    const operator = name as Operator
    const compared = { type, member, operator }
    if (TAKES_LIST.has(operator)) {
      if (!Array.isArray(value)) return this.#refuse(path, 'must be a list of values')
      this.#meter.addValues(value.length)
    }
    try {
      return {
        condition: createComparison(this.#context, compared, value),
        facts: {
          ...NO_FACTS,
          own: 1,
          ...findKey(member, operator),
          equal: operator === 'eq' ? [member.attribute] : [],
          unserved: isServed(this.#context, compared) ? [] : [createUnserved(compared, path)],
        },
      }
    } catch (error) {
      if (error instanceof InvalidValue) return this.#refuse(path, error.message)
      throw error
    }
  }

  /** C13.3: false where the link is null or hidden, whatever stands inside. */
  #parseLink({ name, to }: RelationMember, given: unknown, place: Place): ParsedFilter {
    if (given === null) return this.#refuse(place.path, `must not be null; use ${name}Id: { isNull: true }`)
    const { condition, facts } = this.parse(given, { ...this.#enter(place), type: to })
    const inner = allOf(filterLinkedIn(this.#context, to, given), condition)
    const linked: Condition = { op: 'is', attribute: name, condition: inner }
    return { condition: linked, facts: passLink(facts, { path: place.path.join('.'), condition: linked }) }
  }

  #parseList(member: RelationMember, given: unknown, place: Place): ParsedFilter {
    if (given === null || !isObject(given) || listEntries(given as Where).length === 0)
      return this.#refuse(place.path, 'must have some, every or none')
    const parts = listEntries(given as Where).map(([name, value]) =>
      this.#parseQuantifier(member, name, value, { ...place, path: [...place.path, name] }),
    )
    return {
      condition: allOf(...parts.map(({ condition }) => condition)),
      facts: joinByAnd(parts.map(getFacts), place.type.indexes),
    }
  }

  /** C13.3: only records that the caller may read match, for `every` and `none` too. */
  #parseQuantifier(
    { name, to, isLink }: RelationMember,
    word: string,
    given: unknown,
    place: Place,
  ): ParsedFilter {
    if (!['some', 'every', 'none'].includes(word))
      return this.#refuse(place.path, `must be some, every or none`)
    const { condition, facts } = this.parse(given, { ...this.#enter(place), type: to })
    const visible = filterInList(this.#context, { to, isLink: isLink === true }, given)
    const some = (wanted: Condition): Condition => ({
      op: 'some',
      attribute: name,
      condition: allOf(visible, wanted),
    })
    const all = { some: some(condition), every: not(some(not(condition))), none: not(some(condition)) }
    const listed = all[word as keyof typeof all]
    return { condition: listed, facts: passLink(facts, { path: place.path.join('.'), condition: listed }) }
  }
}

const createUnserved = ({ member, operator }: Compared, path: Path): Unserved => ({
  path: path.join('.'),
  field: member.isInIndex && SERVED.has(operator) ? member.attribute : null,
})

/** The operator by which a client asks for null; lists of values are empty instead. */
const nameNullTest = (operators: readonly string[]): string =>
  operators.includes('isNull') ? 'isNull' : 'isEmpty'

const getFacts = ({ facts }: ParsedFilter): FilterFacts => facts

/** The records that a filter can find: those in the trash only if it names their state (C13.2). */
const withState = (to: RecordType, given: unknown, readable: Condition): Condition =>
  hidesTrash(to) || namesTrash(to, given) ? readable : allOf(filterKept(to), readable)

/** The records that match behind a link; a user matches where C7.9 shows the user. */
const filterLinkedIn = (context: ReadContext, to: RecordType, given: unknown): Condition =>
  withState(to, given, filterLinked(context, to.plural))

/** The records that match in a list; a list of links shows more users than other lists (C14.2). */
const filterInList = (
  context: ReadContext,
  { to, isLink }: { readonly to: RecordType; readonly isLink: boolean },
  given: unknown,
): Condition => {
  if (to.trash !== null) return filterLinkedIn(context, to, given)
  return isLink ? filterMembers(context, to.plural) : filterListed(context, to.plural)
}

/**
 * The condition of filters that are joined by and.
 * @throws BAD_USER_INPUT with all problems, QUERY_TOO_COMPLEX (C13.6), UNAUTHENTICATED, FORBIDDEN (C13.3).
 */
export const parseFilters = (
  context: ReadContext,
  type: RecordType,
  parts: readonly FilterPart[],
): ParsedFilter => {
  const problems: Problem[] = []
  const createMeter = () => new FilterMeter(context.settings.filterLimits)
  // The parameters of a URL are one filter; the arguments of earlier releases are none (C13.6).
  const meter = createMeter()
  const parsed = parts.map((part) => {
    const parser = new FilterParser(context, part.isReleased ? createMeter() : meter, part)
    const filter = parser.parse(part.where, { type, path: part.path, level: 0 })
    problems.push(...parser.problems)
    return filter
  })
  if (problems.length > 0) throw badUserInput(problems)
  return {
    condition: allOf(...parsed.map(({ condition }) => condition)),
    facts: followLead(joinByAnd(parsed.map(getFacts), type.indexes)),
  }
}
