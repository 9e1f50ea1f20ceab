/** A part of a rule that no condition of authz expresses exactly. */
export class Inexact extends Error {
  override readonly name = 'Inexact'
  /** The operator as the rule has it: `$regex`. */
  readonly operator: string
  /** The field that the operator compares: `owner.teamId`. Empty if it compares none. */
  readonly field: string

  constructor(operator: string, field: string, why: string) {
    const place = field === '' ? '' : ` of ${display(field)}`
    super(`No condition expresses ${display(operator)}${place}: ${why}`)
    this.operator = operator
    this.field = field
  }
}

const LONGEST = 100

/** A value in an error message, in at most 100 characters. */
export function display(value: unknown): string {
  if (typeof value === 'function') return `the function ${value.name}`
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, LONGEST)
  } catch {
    // The value contains itself, or it is a bigint.
    return typeof value === 'bigint' ? `${value}n` : `an ${typeof value}`
  }
}
