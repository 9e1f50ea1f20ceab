import { OperatorError } from './failure.ts'
import { isMisspelling } from './search/misspelling.ts'

/** The variables that a process is set by. An empty one counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Turns a variable's text into a setting, or throws an Error whose message says what it must be. */
export type ParseSetting<Value> = (text: string) => Value

/** Thrown with every wrong setting at once (C10.2), a line each. */
export class InvalidSettings extends OperatorError {
  override readonly name = 'InvalidSettings'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`These settings are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const refuse = (sentence: string): never => {
  throw new Error(sentence)
}

/** A plain decimal integer. */
export const integerSetting =
  (least: number, most: number): ParseSetting<number> =>
  (text) =>
    /^(0|[1-9]\d{0,9})$/.test(text) && Number(text) >= least && Number(text) <= most
      ? Number(text)
      : refuse(`must be a decimal integer from ${least} to ${most}`)

const SWITCH = new Map([
  ['true', true],
  ['on', true],
  ['false', false],
  ['off', false],
])

export const switchSetting: ParseSetting<boolean> = (text) =>
  SWITCH.get(text) ?? refuse('must be true, false, on or off')

/** An address of one of the protocols, such as `https:`. */
export const addressSetting =
  (...protocols: readonly string[]): ParseSetting<string> =>
  (text) =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol)
      ? text
      : refuse(
          `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
        )

export const wordSetting =
  <const Word extends string>(words: readonly Word[]): ParseSetting<Word> =>
  (text) =>
    words.find((word) => word === text) ?? refuse(`must be one of ${words.join(', ')}`)

/** A text for which `problemWith` finds no problem. */
export const checkedSetting =
  (problemWith: (text: string) => string | null): ParseSetting<string> =>
  (text) => {
    const problem = problemWith(text)
    return problem === null ? text : refuse(problem)
  }

/** @throws OperatorError for each argument: these programs take settings from the environment alone. */
export const refuseArguments = (args: readonly string[], program: string): void => {
  if (args.length > 0)
    throw new OperatorError(
      `${program} takes no argument ${args[0]}. You configure it with environment variables; ${program} -- --help lists them.`,
    )
}

/** Short names differ by a letter from many names of other programs. */
const SHORTEST_GUESSED_NAME = 8

/** Reads settings one by one, and collects what is wrong with them. */
export class SettingsReader {
  readonly #environment: Environment
  readonly #problems: string[] = []
  readonly #names = new Set<string>()

  constructor(environment: Environment) {
    this.#environment = environment
  }

  read<Value, Otherwise>(name: string, parse: ParseSetting<Value>, otherwise: Otherwise): Value | Otherwise {
    this.#names.add(name)
    const text = this.#environment[name] ?? ''
    if (text === '') return otherwise
    try {
      return parse(text)
    } catch (error) {
      this.refuse(`${name} ${(error as Error).message}`)
      return otherwise
    }
  }

  has(name: string): boolean {
    this.#names.add(name)
    return (this.#environment[name] ?? '') !== ''
  }

  /** For what is wrong with several settings together. */
  refuse(problem: string): void {
    this.#problems.push(problem)
  }

  /** @throws InvalidSettings naming every wrong setting. */
  finish(): void {
    this.#refuseMisspelt()
    if (this.#problems.length > 0) throw new InvalidSettings(this.#problems)
  }

  /** A misspelt name would be a setting that has no effect. */
  #refuseMisspelt(): void {
    for (const name of Object.keys(this.#environment)) {
      if (this.#names.has(name) || name.length < SHORTEST_GUESSED_NAME) continue
      const meant = [...this.#names].find((known) => isMisspelling(name, known))
      if (meant !== undefined) this.refuse(`${name} is no setting. Did you mean ${meant}?`)
    }
  }
}
