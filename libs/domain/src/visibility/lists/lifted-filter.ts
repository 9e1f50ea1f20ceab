import type { ContentModel } from '../../model/content-model.ts'
import type { ValueKind } from '../../model/fields/field-kinds.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import type { ReferenceValues } from '../../reading/reading.ts'
import { GHOST_ID } from '../../rules/ids.ts'
import { InvalidValue } from '../../rules/errors.ts'
import { isObject } from '../../rules/is-object.ts'
import { TAKES_LIST } from './operators.ts'
import type { Where } from './filter.ts'
import { listMembers, type GroupMember, type Member, type ValueMember } from './list-members.ts'
import { Slot, TEXT_FORMS } from './slot.ts'
import { readPart, readValue } from './values.ts'

/** A filter whose values are parameters: filters that differ in values alone have one shape, and share a plan. */
export interface LiftedFilter {
  /** The filter with a `Slot` in the place of each value. */
  readonly where: Where
  /** The text of the shape. */
  readonly shape: string
  /** The values of the slots. */
  readonly values: ReferenceValues
}

/** The most parts of a filter that has a shape. A read without a plan refuses more of them by its own limits. */
const MOST_PARTS = 1_000

/** Thrown for a filter that has no shape: a read without a plan answers it, or refuses it. */
class Shapeless extends Error {}

/** The values of these kinds are parameters. The words of a choice are few, and PostgreSQL plans with them. */
const LIFTED: Readonly<Record<ValueKind, boolean>> = {
  id: true,
  text: true,
  integer: true,
  number: true,
  time: true,
  date: true,
  decimal: true,
  flag: false,
  choice: false,
  json: false,
  texts: true,
  list: true,
  parts: false,
}
/** The statement of an integer in a list names its type. */
const isLifted = ({ values, item }: ValueMember): boolean => LIFTED[values] && item !== 'integer'

const PARTS: ReadonlySet<string> = new Set(['contains', 'startsWith'])
const FLAGS: ReadonlySet<string> = new Set(['isNull', 'isEmpty'])

class Lifter {
  readonly values: Record<string, string | number | Date | null> = {}
  readonly #model: ContentModel
  #count = 0
  #parts = 0

  constructor(model: ContentModel) {
    this.#model = model
  }

  lift(given: unknown, type: RecordType): Where {
    this.#parts += 1
    if (!isObject(given) || this.#parts > MOST_PARTS) throw new Shapeless()
    const members = listMembers(this.#model, type)
    return Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        this.#liftMember(name, value, [type, Object.hasOwn(members, name) ? members[name] : undefined]),
      ]),
    )
  }

  #liftMember(
    name: string,
    value: unknown,
    [type, member]: readonly [RecordType, Member | undefined],
  ): unknown {
    if (name === 'and' || name === 'or') {
      if (!Array.isArray(value)) throw new Shapeless()
      return value.map((each) => this.lift(each, type))
    }
    if (name === 'not') return this.lift(value, type)
    if (member === undefined || !isObject(value)) throw new Shapeless()
    if (member.kind === 'link') return this.lift(value, member.to)
    if (member.kind === 'group') return this.#liftGroup(member, value)
    const lift =
      member.kind === 'value'
        ? ([operator, given]: [string, unknown]) => [operator, this.#liftOperator(member, operator, given)]
        : ([word, given]: [string, unknown]) => [word, this.lift(given, member.to)]
    return Object.fromEntries(Object.entries(value).map(lift))
  }

  #liftGroup({ members }: GroupMember, given: unknown): unknown {
    if (!isObject(given)) throw new Shapeless()
    return Object.fromEntries(
      Object.entries(given).map(([name, value]) => {
        const member = Object.hasOwn(members, name) ? members[name] : undefined
        if (name === 'isNull') return [name, value]
        if (member === undefined || !isObject(value)) throw new Shapeless()
        if (member.kind === 'group') return [name, this.#liftGroup(member, value)]
        const lifted = Object.entries(value).map(([operator, each]) => [
          operator,
          this.#liftOperator(member, operator, each),
        ])
        return [name, Object.fromEntries(lifted)]
      }),
    )
  }

  #liftOperator(member: ValueMember, operator: string, given: unknown): unknown {
    if (given === null || given === undefined) throw new Shapeless()
    if (FLAGS.has(operator) || !isLifted(member)) return given
    if (!TAKES_LIST.has(operator)) return this.#liftValue(member, operator, given)
    if (!Array.isArray(given) || given.length > MOST_PARTS) throw new Shapeless()
    return given.map((each) => this.#liftValue(member, operator, each))
  }

  #liftValue(member: ValueMember, operator: string, given: unknown): Slot {
    const value = PARTS.has(operator) ? readPart(given) : readValue(member, given)
    // An id of no record, and the id of the ghost, match nothing, so that they have another condition.
    if (value === null || (member.link && value === GHOST_ID)) throw new Shapeless()
    const slot = new Slot(this.#count)
    this.#count += 1
    this.#note(slot, value as string | number | Date)
    return slot
  }

  #note(slot: Slot, value: string | number | Date): void {
    this.values[slot.reference().subject] = value
    if (typeof value !== 'string') return
    for (const [form, convert] of Object.entries(TEXT_FORMS))
      this.values[slot.reference(form).subject] = convert(value)
  }
}

/** The shape of a filter and its values; null for a filter without a shape. */
export const liftFilter = (model: ContentModel, type: RecordType, where: unknown): LiftedFilter | null => {
  const lifter = new Lifter(model)
  try {
    const lifted = lifter.lift(where, type)
    return { where: lifted, shape: JSON.stringify(lifted), values: lifter.values }
  } catch (error) {
    if (error instanceof Shapeless || error instanceof InvalidValue) return null
    throw error
  }
}
