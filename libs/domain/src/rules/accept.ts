import { badUserInput, ContentError, InvalidValue, type Problem } from './errors.ts'
import { isSame } from './is-same.ts'

/** A rule of one value: returns the value as it is stored, or throws InvalidValue, whose message names the change. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- contravariant position: `unknown` would refuse every rule
export type Rule = (value: any) => unknown
export type Rules = Readonly<Record<string, Rule>>

/** The keys of `Input` that have a rule, with the stored values. A key that may be absent stays optional. */
export type Accepted<R extends Rules, Input> = {
  readonly [K in keyof Input as K extends keyof R ? K : never]: K extends keyof R ? ReturnType<R[K]> : never
}

/**
 * Checks an input before a transaction begins. The returned function gives the values, or throws the problems in their
 * place in the order of refusals (C6.6). It receives the record that the input changes: a value that equals the stored
 * one changes nothing, and no rule refuses it, although the rule may be newer than the value.
 */
export const checkInput = <R extends Rules, Input extends { readonly [K in keyof R]?: unknown }>(
  rules: R,
  input: Input,
): ((current?: object) => Accepted<R, Input>) => {
  const { accepted, refused } = applyRules(rules, input)
  return (current) => {
    const kept = refused
      .filter(({ key }) => isStored(input, current, key))
      .map(({ key }) => [key, input[key]])
    const problems = refused
      .filter(({ key }) => !isStored(input, current, key))
      .flatMap((each) => each.problems)
    if (problems.length > 0) throw badUserInput(problems)
    // The rules have accepted each value; TypeScript cannot follow it key by key.
    return { ...accepted, ...Object.fromEntries(kept) } as Accepted<R, Input>
  }
}

const isStored = (input: object, current: object | undefined, key: string): boolean =>
  current !== undefined &&
  Object.hasOwn(current, key) &&
  isSame((input as never)[key], (current as never)[key])

/**
 * Checks every key of `input` that has a rule and is present, and returns them as they are stored. A key without a rule
 * is left out: an input sets the members that the rules name, and no others.
 * @throws BAD_USER_INPUT with all problems.
 */
export const accept = <R extends Rules, Input extends { readonly [K in keyof R]?: unknown }>(
  rules: R,
  input: Input,
): Accepted<R, Input> => checkInput(rules, input)()

/**
 * The problems that the rules find in the members that are present, for a caller that has other problems to report
 * (C6.7).
 */
export const findProblems = (rules: Rules, input: Readonly<Record<string, unknown>>): readonly Problem[] =>
  applyRules(rules, input).refused.flatMap(({ problems }) => problems)

/** The accepted values and the problems of the others. */
export const applyRules = (rules: Rules, input: Readonly<Record<string, unknown>>) => {
  const accepted: Record<string, unknown> = {}
  const refused: { readonly key: string; readonly problems: readonly Problem[] }[] = []
  for (const [key, rule] of Object.entries(rules)) {
    const value = input[key]
    if (value === undefined) continue
    try {
      accepted[key] = rule(value)
    } catch (error) {
      refused.push({ key, problems: listProblems(key, error) })
    }
  }
  return { accepted, refused }
}

/** The problems that a rule has found: one sentence about the value, or the problems of its members. */
const listProblems = (key: string, error: unknown): readonly Problem[] =>
  findValueProblems(error).map(({ path, message }) => ({ path: [key, ...path], message }))

/** What a rule has found wrong, from the value on. @throws the error if it is no refusal of a rule. */
export const findValueProblems = (error: unknown): readonly Problem[] => {
  if (error instanceof InvalidValue) return [{ path: [], message: error.message }]
  if (error instanceof ContentError && error.code === 'BAD_USER_INPUT') return error.problems
  throw error
}

/** A rule that also accepts null, for an attribute that an update may clear (C5.13). */
export const clearable =
  <In, Out>(rule: (value: In) => Out) =>
  (value: In | null): Out | null =>
    value === null ? null : rule(value)

/** A rule that refuses null with a sentence, for an attribute that an update may change but not clear (C5.13). */
export const required =
  <In, Out>(rule: (value: In) => Out) =>
  (value: In | null): Out => {
    if (value === null) throw new InvalidValue('cannot be null; leave it out to keep its value')
    return rule(value)
  }

/** A rule for an integer from `least` to `most`. */
export const integer =
  (least: number, most: number) =>
  (value: number): number => {
    if (!Number.isInteger(value) || value < least || value > most)
      throw new InvalidValue(`must be an integer from ${least} to ${most}`)
    return value
  }

/** A rule for a word of a closed set. */
export const oneOf =
  <const Word extends string>(words: readonly Word[]) =>
  (value: string): Word => {
    const word = words.find((known) => known === value)
    if (word === undefined) throw new InvalidValue(`must be one of ${words.join(', ')}`)
    return word
  }
