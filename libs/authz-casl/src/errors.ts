/** A rule, or a part of its conditions, that this package refuses. */
export class InvalidRule extends Error {
  override readonly name: string = 'InvalidRule'
}

/** A part of a rule that no condition of the engine expresses exactly. */
export class Inexact extends Error {
  override readonly name = 'Inexact'
}

/** A value in an error message. */
export function display(value: unknown): string {
  if (typeof value === 'function') return `the function ${value.name}`
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, 200)
  } catch {
    return typeof value
  }
}
