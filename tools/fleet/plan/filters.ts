import type { ContentModel, RecordType } from '@content-service/domain'
import {
  listMembers,
  OPERATORS,
  type GroupMember,
  type Operator,
  type ValueMember,
} from '@content-service/domain/internal/lists'
import { drawOperand, drawWhere, type FilterSource, type ListData } from '@content-service/domain/testing'
import fc, { type GeneratorValue } from 'fast-check'

export type Where = Readonly<Record<string, unknown>>

/** A filter by one operator of one member, at its path, such as `group0.count`. */
interface SingleFilter {
  readonly path: readonly string[]
  readonly member: ValueMember
  readonly operator: Operator
}

const listInGroup = (path: readonly string[], { isNull, members }: GroupMember): readonly SingleFilter[] => [
  { path, member: isNull, operator: 'isNull' },
  ...Object.entries(members).flatMap(([name, member]) =>
    member.kind === 'group' ? listInGroup([...path, name], member) : listOperators([...path, name], member),
  ),
]

const listOperators = (path: readonly string[], member: ValueMember): readonly SingleFilter[] =>
  OPERATORS[member.values].map((operator) => ({ path, member, operator }))

/** The filters by each operator of each value of the type. */
const listSingle = (model: ContentModel, type: RecordType): readonly SingleFilter[] =>
  Object.entries(listMembers(model, type)).flatMap(([name, member]) => {
    if (member.kind === 'value') return listOperators([name], member)
    return member.kind === 'group' ? listInGroup([name], member) : []
  })

const nest = (path: readonly string[], value: Where): Where =>
  path.toReversed().reduce((inner, name) => ({ [name]: inner }), value)

/** What a filter compares: `decimal lt`, `list of date has`, `integer in a group eq`. */
const nameFilter = ({ path, member, operator }: SingleFilter): string =>
  [
    member.values,
    ...(member.item ? [`of ${member.item}`] : []),
    ...(path.length > 1 ? ['in a group'] : []),
    operator,
  ].join(' ')

/** Which filters have been asked how often, over all types. */
export class AskedFilters {
  readonly #counts = new Map<string, number>()

  /** The number of different operators of different values. */
  get count(): number {
    return this.#counts.size
  }

  /**
   * The filters of the type that have been asked least, so that few filters of each type are all filters of the model.
   * A filter that nothing has asked for is always among them.
   */
  choose(all: readonly SingleFilter[], most: number): readonly SingleFilter[] {
    const chosen: SingleFilter[] = []
    const left = [...all]
    while (left.length > 0) {
      const counts = left.map((each) => this.#counts.get(nameFilter(each)) ?? 0)
      const least = Math.min(...counts)
      if (least > 0 && chosen.length >= most) break
      const [next] = left.splice(counts.indexOf(least), 1) as [SingleFilter]
      this.#counts.set(nameFilter(next), least + 1)
      chosen.push(next)
    }
    return chosen
  }
}

interface FilterPlan {
  readonly model: ContentModel
  readonly data: ListData
  readonly asked: AskedFilters
  /** The filters by one operator, and the random filters, of each type. */
  readonly counts: { readonly single: number; readonly random: number }
}

/** Filters of a type by single operators, and random filters with several levels. */
export const drawFilters = (g: GeneratorValue, type: RecordType, plan: FilterPlan): readonly Where[] => {
  const { model, data, asked, counts } = plan
  const source: FilterSource = { draw: (most) => g(fc.nat, most), model, data, mayOnAll: () => true }
  const single = asked
    .choose(listSingle(model, type), counts.single)
    .map(({ path, member, operator }) =>
      nest(path, { [operator]: drawOperand(source, type, member, operator) }),
    )
  const random = Array.from({ length: counts.random }, () => drawWhere(source, type, 3))
  return [...single, ...random.filter((where) => !asksForTrash(where))]
}

/** C17.4: the question for the trash stands at the top of a filter, and random filters have it anywhere. */
const asksForTrash = (where: Where): boolean => JSON.stringify(where).includes('"deleted":')
