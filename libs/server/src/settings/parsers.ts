import type { ParseSetting } from './setting.ts'

const refuse = (sentence: string): never => {
  throw new Error(sentence)
}

export const text: ParseSetting<string> = (given) => given

/** A plain decimal integer. */
export const integer =
  (least: number, most: number): ParseSetting<number> =>
  (given) =>
    /^(0|[1-9]\d{0,9})$/.test(given) && Number(given) >= least && Number(given) <= most
      ? Number(given)
      : refuse(`must be a decimal integer from ${least} to ${most}`)

/** The fraction of a whole, in the notation of OpenTelemetry. */
export const share: ParseSetting<number> = (given) =>
  /^(0(\.\d+)?|1(\.0+)?)$/.test(given) ? Number(given) : refuse('must be a number from 0 to 1, such as 0.1')

const SWITCH = new Map([
  ['true', true],
  ['on', true],
  ['false', false],
  ['off', false],
])

export const toggle: ParseSetting<boolean> = (given) =>
  SWITCH.get(given) ?? refuse('must be true, false, on or off')

/** C20.1: a switch that has these two words alone. */
export const trueOrFalse: ParseSetting<boolean> = (given) =>
  given === 'true' || given === 'false' ? given === 'true' : refuse('must be true or false')

export const oneOf =
  <const Word extends string>(...words: readonly Word[]): ParseSetting<Word> =>
  (given) =>
    words.find((word) => word === given) ?? refuse(`must be one of ${words.join(', ')}`)

/** An address of one of the protocols, such as `https:`. */
export const address =
  (...protocols: readonly string[]): ParseSetting<string> =>
  (given) =>
    URL.canParse(given) && protocols.includes(new URL(given).protocol)
      ? given
      : refuse(`must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`)

/** An address on the web, without a slash at its end. */
export const webAddress: ParseSetting<string> = (given) =>
  address('http:', 'https:')(given).replace(/\/$/, '')

/** A text for which `findProblem` returns no problem. */
export const checked =
  (findProblem: (text: string) => string | null): ParseSetting<string> =>
  (given) => {
    const problem = findProblem(given)
    return problem === null ? given : refuse(problem)
  }

/** A name in PostgreSQL that needs no quotes. */
export const schemaName: ParseSetting<string> = (given) =>
  /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/.test(given)
    ? given
    : refuse(
        'must be a name of 1 to 63 lower-case letters, digits and _ that begins with a letter, and not with pg_',
      )

/** A comma-separated list. */
export const list =
  <Value>(parse: ParseSetting<Value>): ParseSetting<readonly Value[]> =>
  (given) =>
    given.split(',').map((entry) => parse(entry.trim()))
