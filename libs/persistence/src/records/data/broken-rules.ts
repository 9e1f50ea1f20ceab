import type { Problem } from '@content-service/domain'

/** A rule of a declaration that stored records break. */
export interface BrokenRule {
  /** The field, and the member of its parts: `contact.phone`. */
  readonly path: string
  /** The rule, in the words of the first record. */
  readonly message: string
  readonly records: number
  /** The ids of the first records. */
  readonly examples: readonly string[]
}

/** A check can write another message for each record. */
const MOST_RULES = 100
const MOST_EXAMPLES = 3

interface Counted {
  readonly path: string
  readonly message: string
  records: number
  readonly examples: string[]
}

/** Places in lists differ from record to record. */
const writePath = ({ path }: Problem): string => path.filter((step) => typeof step === 'string').join('.')

/** Sizes and other numbers in a message differ, too. */
const nameRule = (path: string, message: string): string => `${path}: ${message.replaceAll(/\d+/g, '#')}`

const OTHERS = 'breaks further rules; correct the records above, and run the command again'

/** Counts the records that break each rule, in memory of a fixed size. */
export class BrokenRules {
  readonly #rules = new Map<string, Counted>()

  /** Counts a record once for each rule. */
  note(id: string | number, problems: readonly Problem[]): void {
    const found = new Map(
      problems.map((problem) => {
        const path = writePath(problem)
        return [nameRule(path, problem.message), { path, message: problem.message }] as const
      }),
    )
    for (const counted of new Set([...found].map(([name, rule]) => this.#find(name, rule)))) {
      counted.records += 1
      if (counted.examples.length < MOST_EXAMPLES) counted.examples.push(String(id))
    }
  }

  list(): readonly BrokenRule[] {
    return [...this.#rules.values()]
  }

  #find(name: string, rule: Pick<BrokenRule, 'path' | 'message'>): Counted {
    const isFull = this.#rules.size >= MOST_RULES
    const key = isFull && !this.#rules.has(name) ? OTHERS : name
    const known = this.#rules.get(key)
    if (known !== undefined) return known
    const given = key === OTHERS ? { path: '', message: OTHERS } : rule
    const counted = { ...given, records: 0, examples: [] }
    this.#rules.set(key, counted)
    return counted
  }
}
