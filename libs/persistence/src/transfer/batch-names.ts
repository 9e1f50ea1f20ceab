import { User, type ContentModel, type RecordType } from '@content-service/domain'
import { findSlug, listOutgoing, listUniqueKeys } from '@content-service/domain/internal/model'
import {
  listHistory,
  listLineLinks,
  type ContentRecord,
  type DeclaredRecord,
  type LineHistory,
} from '@content-service/domain/internal/transfer'

/** The names of the records of a type in the lines of a batch. */
interface TypeNames {
  /** The records that the lines write. */
  readonly written: Set<string>
  /** The records that the lines write or link to. */
  readonly named: Set<string>
  /** C17.10: the records to which lines add revisions, likes or schedules. */
  readonly extended: Set<string>
  /** C17.7: the slugs that the lines give, of which a record takes each. */
  readonly slugs: Set<string>
}

type Values = Readonly<Record<string, unknown>>

const meets = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => {
  for (const name of one) if (other.has(name)) return true
  return false
}

/** The names of a record in lines: a username in any case, a `ref`, or a unique text. */
const toKey = ({ hasRef }: RecordType, name: unknown): string =>
  hasRef ? String(name) : String(name).toLowerCase()

/** The names in the member of a link: one, several, or none. */
const listNames = (given: unknown): readonly unknown[] =>
  given === undefined || given === null ? [] : [given].flat()

/** Whether two records cannot have the same value of another key than the slug, which a batch knows. */
const hasOtherKeys = (type: RecordType): boolean =>
  listUniqueKeys(type).some(({ name }) => name !== findSlug(type)?.name)

/** The type of a line. */
export const findLineType = ({ types }: ContentModel, word: string): RecordType => {
  const type = types.find((each) => each.word === word)
  if (type === undefined) throw new Error(`The model has no type for the line ${word}.`)
  return type
}

/** The records that the lines of a batch name. */
export class BatchNames {
  readonly #model: ContentModel
  readonly #types = new Map<string, TypeNames>()

  constructor(records: readonly ContentRecord[], model: ContentModel) {
    this.#model = model
    for (const record of records as readonly DeclaredRecord[]) {
      const history = listHistory(model).get(record.type)
      if (history === undefined) this.#add(findLineType(model, record.type), record)
      else this.#addHistory(history, record)
    }
  }

  /** The names of the records of a type. */
  of({ name }: Pick<RecordType, 'name'>): TypeNames {
    const known = this.#types.get(name)
    if (known) return known
    const names = {
      written: new Set<string>(),
      named: new Set<string>(),
      extended: new Set<string>(),
      slugs: new Set<string>(),
    }
    this.#types.set(name, names)
    return names
  }

  /**
   * Whether a transaction for the other batch could wait for this one, or not see its records: if one of them writes a
   * record that the other names, or if both write records with a unique text, such as an email address.
   */
  overlaps(other: BatchNames): boolean {
    return [...this.#types.keys()].some((name) => {
      const [mine, theirs] = [this.of({ name }), other.of({ name })]
      const bothWrite = mine.written.size > 0 && theirs.written.size > 0
      if (bothWrite && hasOtherKeys(this.#model.typeNamed(name))) return true
      return (
        meets(mine.written, theirs.named) ||
        meets(theirs.written, mine.named) ||
        meets(mine.extended, theirs.extended) ||
        meets(mine.slugs, theirs.slugs)
      )
    })
  }

  #add(type: RecordType, record: DeclaredRecord): void {
    const name = toKey(type, record[type.hasRef ? 'ref' : (type.uniqueAttribute ?? 'ref')])
    this.of(type).written.add(name)
    this.of(type).named.add(name)
    this.#addSlug(type, record)
    this.#addLinks(type, record)
  }

  #addLinks(type: RecordType, values: Values): void {
    const own = listOutgoing(type).flatMap(({ name, to }) =>
      listNames(values[name]).map((linked) => ({ to, linked })),
    )
    const inParts = listLineLinks(type, values).map(({ field, name }) => ({ to: field.to, linked: name }))
    for (const { to, linked } of [...own, ...inParts])
      this.of(to).named.add(toKey(this.#model.typeNamed(to.name), linked))
  }

  #addSlug(type: RecordType, record: Values): void {
    const slug = record[findSlug(type)?.name ?? '']
    if (typeof slug === 'string') this.of(type).slugs.add(slug)
  }

  #addHistory({ of }: LineHistory, line: Values): void {
    const name = toKey(of, line['of'] ?? '')
    this.of(of).extended.add(name)
    this.of(of).named.add(name)
    this.#addSlug(of, { [findSlug(of)?.name ?? '']: line['slug'] })
    const person = line['editor'] ?? line['user']
    if (person !== undefined)
      this.of({ name: User.name }).named.add(toKey(this.#model.typeNamed(User.name), person))
    // Revisions alone have values.
    this.#addLinks(of, (line['values'] ?? {}) as Values)
  }
}
