import type { AttackedService } from './attacked-service.ts'

/**
 * An attack that the service must survive. `npm run attack -- NAME` starts a service with its default limits on a
 * PostgreSQL of its own, runs the attack, prints each figure beside its limit, and exits 1 if a figure is above its
 * limit. The options change texts, fields and numbers, so that a figure holds for the kind and not for one example.
 * To add an attack, write a file that exports the result of `defineAttack`, and add it to the table in attacks.ts.
 */
export interface Attack {
  /** A sentence for `npm run attack -- --help`. */
  readonly about: string
  readonly options: AttackOptions
  /** Settings beside the defaults. Quotas and limits stay as shipped. */
  readonly settings?: Readonly<Record<string, string>>
  /** The folder of a project whose content types the service gets. */
  readonly project?: string
  /** Modules beside attack.ts that the process of the service loads first, to measure itself. */
  readonly imports?: readonly string[]
  readonly run: (service: AttackedService, values: AttackValues) => Promise<readonly Figure[]>
}

export interface AttackOption {
  readonly about: string
  readonly default: number | string
}

type AttackOptions = Readonly<Record<string, AttackOption>>
export type AttackValues = Readonly<Record<string, number | string>>

/** The values of options, each with the type of its default. */
type ValuesOf<Options extends AttackOptions> = {
  readonly [Name in keyof Options]: Options[Name]['default'] extends number ? number : string
}

export interface Figure {
  /** The measured quantity, as in `memory of PostgreSQL`. */
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The largest value that passes. */
  readonly limit: number
}

interface TypedAttack<Options extends AttackOptions> extends Omit<Attack, 'options' | 'run'> {
  readonly options: Options
  readonly run: (service: AttackedService, values: ValuesOf<Options>) => Promise<readonly Figure[]>
}

/** Types the values of an attack by its options. The command reads each value with the type of its default. */
export const defineAttack = <const Options extends AttackOptions>(attack: TypedAttack<Options>): Attack =>
  attack as unknown as Attack
