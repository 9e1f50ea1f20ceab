/** `LONG_TESTS=true npm run check` sets the variable: tests that repeat generated cases then take their long forms. */
const LONG = process.env['LONG_TESTS'] === 'true'

/** The number of repetitions: `short` in `npm test`, `long` in `LONG_TESTS=true npm run check`. */
export function countRuns({ short, long }: { readonly short: number; readonly long: number }): number {
  return LONG ? long : short
}

/** The cases of a check: `short` in `npm run check`, `long` in `LONG_TESTS=true npm run check`. */
export function chooseForm<T>({ short, long }: { readonly short: T; readonly long: T }): T {
  return LONG ? long : short
}
